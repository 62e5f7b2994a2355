"""The pools that a variant draws its names from. Every island, ship and person is invented."""

from __future__ import annotations

ISLANDS = (
    "Aldersay", "Brisholm", "Corrinay", "Dunmarra", "Eskelay", "Farrowick", "Gullness",
    "Harrowsay", "Innisvor", "Jorsholm", "Kelpray", "Lunnaster", "Morvay", "Nerrinish",
    "Ostrel", "Pellray", "Quillsay", "Rothmar", "Selkay", "Tarnholm", "Ulvoran", "Vessay",
    "Wrackness", "Yarrowick",
)  # fmt: skip

SHIPS = (
    "Blue Ledger", "Fair Copy", "Far Lantern", "Grey Heron", "Kittiwake", "Long Lunch", "Low Tide",
    "Marigold", "Northerly", "Old Reliable", "Patient Tern", "Quiet Engine", "Sea Thrift",
    "Second Wind", "Slow Current", "Winter Barley",
)  # fmt: skip

LINES = (
    "Lantern", "Tern", "Skerry", "Outer Isles", "Slack Water", "Grey Seal", "Harbour Light",
    "Long Reach", "Salt Road", "Seven Sounds",
)  # fmt: skip

PEOPLE = (
    "Ada Quill", "Bram Ostler", "Cleo Marrin", "Dov Tarrant", "Edda Farrow", "Finn Halloway",
    "Greta Lunn", "Hugo Pell", "Ines Corrie", "Jory Wick", "Kit Sandel", "Lena Rothe",
    "Milo Vess", "Nora Skell", "Orla Brand", "Pia Yarrow",
)  # fmt: skip
