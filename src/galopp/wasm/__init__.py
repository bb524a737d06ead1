"""The kernels of the games as WebAssembly, for pages that play without a server.

    python -m galopp.wasm          # all games, into web/wasm; nothing if they are there

Nothing is restated: numba types and lowers the very functions that run here, and LLVM makes code of
another processor of them ([lowering.py](lowering.py)); `wasm-ld` makes a module of that
([linking.py](linking.py)). What a page can call is listed in [entries.py](entries.py), and where
things lie in its memory is told by a layout, GAME.json beside GAME.wasm ([layout.py](layout.py)).

numba is made to stop half-way, which leaves it useless for anything else: each game is compiled in
a process of its own ([compiling.py](compiling.py)), started by [building.py](building.py).
"""
