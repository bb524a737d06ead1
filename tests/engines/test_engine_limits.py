"""A browser that hangs fails its test and is gone; it never hangs the run."""

import pytest
from coming import Coming
from driver import Hung


@pytest.mark.thorough
def test_a_browser_that_does_not_answer_is_killed_and_says_what_it_was_asked(
    visit: Coming,
) -> None:
    visitor = visit()
    driver, processes = visitor.driver, [*visitor.driver.processes]
    visitor.go("/rules/saumaumau")
    driver.patience = 2.0
    with pytest.raises(Hung, match=r"no answer to .*(script\.evaluate|/execute/async)"):
        visitor.evaluate("() => { for (;;); }")
    assert all(process.poll() is not None for process in processes)
    with pytest.raises(Hung, match="gone already"):
        driver.press(1, 1)
    visit.forgive()
