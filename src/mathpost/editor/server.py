"""The language server: posts are checked in the background while they are typed, always the newest text.

Findings of syntax and numbers come first, then cached verdicts and those on changed lines; all others follow when the
typing pauses. Results for a text that has changed meanwhile are dropped.
"""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from mathpost import __version__
from mathpost.config import CACHE, Config, ConfigError, confined, from_file, nearest
from mathpost.editor import answers
from mathpost.editor.places import Places
from mathpost.pipeline import Part, examine
from mathpost.text.source import Source
from mathpost.writers.post import PostResult

VERDICTS = "enhance/verdicts"  # a notification of our own, for gutters
PAUSE = 0.5  # seconds without a change before all claims are judged
FEW = 40  # lines of which the claims are judged at once
LOOK = 2.0  # seconds between two looks whether the editor still runs


def changed_lines(before: str, text: str) -> tuple[int, int] | None:
    r"""The range of lines in which `text` differs from `before`, counted from 1; None if they are equal.

    >>> changed_lines("a\nb\nc\n", "a\nB\nc\n")
    (2, 2)
    """
    if before == text:
        return None
    old, new = before.splitlines(), text.splitlines()
    shorter = min(len(old), len(new))
    first = next((k for k in range(shorter) if old[k] != new[k]), shorter)
    rest = range(1, shorter - first + 1)
    behind = next((k - 1 for k in rest if old[-k] != new[-k]), shorter - first)
    return first + 1, max(first + 1, len(new) - behind)


class Known(NamedTuple):
    """The results for one version of a post."""

    result: PostResult
    places: Places


class Desk:
    """The posts that are open in the editor, and the running checks of them."""

    def __init__(self, server: LanguageServer, wanted: Config | None = None) -> None:
        self.server = server
        self.wanted = wanted
        self.known: dict[str, Known] = {}
        self.judged: dict[str, str] = {}  # the texts whose verdicts were all sent
        self.under_way: dict[str, asyncio.Task[None]] = {}
        self.unwanted: dict[str, Event] = {}
        self.worker = ThreadPoolExecutor(1)

    def changed(self, uri: str) -> None:
        """Start again with the text that `uri` has now."""
        self.dropped(uri)
        self.under_way[uri] = asyncio.get_running_loop().create_task(self.report_later(uri))

    def dropped(self, uri: str) -> None:
        task = self.under_way.pop(uri, None)
        if task is not None:
            task.cancel()
        unwanted = self.unwanted.pop(uri, None)
        if unwanted is not None:  # the thread ends with the claim that it is at; what it found is kept
            unwanted.set()

    def closed(self, uri: str) -> None:
        self.dropped(uri)
        self.known.pop(uri, None)
        self.judged.pop(uri, None)
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def report_later(self, uri: str) -> None:
        """Findings without verdicts, those on the lines that were changed, and after a pause all of them."""
        await self.examined(uri, verify=False)
        text = self.server.workspace.get_text_document(uri).source
        near = changed_lines(self.judged[uri], text) if uri in self.judged else None
        if near is not None and near[1] - near[0] < FEW:
            await self.examined(uri, verify=True, near=near)
        await asyncio.sleep(PAUSE)
        await self.examined(uri, verify=True)
        self.judged[uri] = text

    async def examined(self, uri: str, *, verify: bool, near: tuple[int, int] | None = None) -> None:
        document = self.server.workspace.get_text_document(uri)
        source, version = Source(document.path or uri, document.source), document.version
        unwanted = self.unwanted.setdefault(uri, Event())
        part = Part(unwanted=unwanted.is_set, near=near)
        work = partial(examine, source, self.settings(source.path), verify, part=part)
        result = await asyncio.get_running_loop().run_in_executor(self.worker, work)
        places = Places(source, self.server.workspace.position_encoding)
        self.known[uri] = Known(result, places)
        found = answers.diagnostics(result, places, uri)
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))
        if verify:
            report_later = {"uri": uri, "version": version, "verdicts": answers.verdicts(result, places)}
            self.server.protocol.notify(VERDICTS, report_later)

    def settings(self, path: str) -> Config:
        """The settings for a post; the defaults if its settings are invalid."""
        if self.wanted is not None:
            return self.wanted
        try:
            place = nearest(Path(path).absolute().parent)
            if place is None:
                return Config(cache_dir=Path(path).absolute().parent / CACHE)
            return confined(from_file(place), place.parent)
        except ConfigError as error:
            self.server.window_log_message(types.LogMessageParams(types.MessageType.Warning, str(error)))
            return Config()


def end_with(process: int | None) -> None:
    """End this process soon after `process`, the editor, or after its own parent if the editor is not known here."""
    if os.name != "posix":  # elsewhere signal 0 is not a question
        return
    parent = os.getppid()
    known = process if process and process > 0 and _runs(process) else None

    def watch() -> None:
        while _runs(known) if known is not None else os.getppid() == parent:
            time.sleep(LOOK)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it runs for another user
        return True
    return True


def serving(wanted: Config | None = None) -> LanguageServer:
    """The server. `wanted` settings apply to all posts; without them each post uses the nearest file."""
    server = LanguageServer(
        answers.NAME, __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
    )
    desk = Desk(server, wanted)
    _listen(server, desk)
    _answer(server, desk)
    return server


def _listen(server: LanguageServer, desk: Desk) -> None:
    """Handles notifications of the editor: it started, a post was opened, changed, closed."""

    @server.feature(types.INITIALIZE)
    async def started(params: types.InitializeParams) -> None:
        end_with(params.process_id)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        desk.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        desk.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        desk.closed(params.text_document.uri)


def _answer(server: LanguageServer, desk: Desk) -> None:
    """Handles requests of the editor; the answer is empty for a post that was not checked yet."""
    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.Source]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        known = desk.known.get(uri)
        return [] if known is None else answers.actions(*known, uri, params.range)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        known = desk.known.get(params.text_document.uri)
        return None if known is None else answers.hover(*known, params.position)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location] | None:
        uri = params.text_document.uri
        known = desk.known.get(uri)
        return None if known is None else answers.definition(*known, uri, params.position)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        known = desk.known.get(params.text_document.uri)
        return [] if known is None else answers.symbols(*known)
