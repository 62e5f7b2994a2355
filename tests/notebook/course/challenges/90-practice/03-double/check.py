def given(rng):
    return {"number": rng.randrange(10, 90)}


def check(exam):
    for case in exam.cases():
        said = exam.ask(number=case["number"])
        exam.fact(
            "doubles",
            said == 2 * case["number"],
            clause="response.exactly-one",
            evidence=f"it said {said!r}",
        )
