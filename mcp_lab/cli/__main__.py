"""`python -m mcp_lab.cli` is `mcp-lab`."""

import sys

from mcp_lab.cli import main

sys.exit(main())
