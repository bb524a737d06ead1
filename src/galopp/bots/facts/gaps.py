"""The gaps of a sentence that gives a reason, as numbers.

A file of its own: whoever imports from the package reaches every game by it, and an edit in one
game would compile the facts of all of them anew.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Gaps: TypeAlias = npt.NDArray[np.int16]
MOST_GAPS = 4  # of a sentence; none has more
