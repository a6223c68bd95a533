"""An immutable mapping that is cheap to extend: each formula of a post keeps the macros in force after it.

A plain dictionary would be copied whole for each definition. Here the newest entries are in small dictionaries above
larger ones, which are shared.

    ``Layers({"a": 1}).extended("b", 2)`` holds both, and the mapping before it still holds ``a`` alone
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

V = TypeVar("V")
_COPIED = 32  # entries: smaller layers are copied, since one look-up costs more than a copy of that size


class Layers(Mapping[str, V], Generic[V]):
    """Entries by name; of two with one name, the newer one."""

    __slots__ = ("_layers",)

    def __init__(self, entries: Mapping[str, V] | None = None) -> None:
        self._layers: tuple[dict[str, V], ...] = (dict(entries),) if entries else ()
        """Newest first; each holds at least twice as many entries as the one before it."""

    def extended(self, name: str, value: V) -> Layers[V]:
        """These entries and one more; layers of similar size are merged."""
        top, rest = {name: value}, self._layers
        while rest and len(rest[0]) < max(_COPIED, 2 * len(top)):
            top, rest = {**rest[0], **top}, rest[1:]
        found: Layers[V] = Layers()
        found._layers = (top, *rest)
        return found

    def __getitem__(self, name: str) -> V:
        for layer in self._layers:
            if name in layer:
                return layer[name]
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        for layer in self._layers:  # noqa: SIM110 (asked for every token)
            if name in layer:
                return True
        return False

    def __bool__(self) -> bool:
        return bool(self._layers)

    def __len__(self) -> int:
        return len(self._whole())

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def _whole(self) -> dict[str, V]:
        """All entries, the oldest first."""
        return {name: value for layer in reversed(self._layers) for name, value in layer.items()}
