"""Runs kubectl: a list of arguments, a time limit, a limit of output."""

from __future__ import annotations

import asyncio
import json
import os
import re
from typing import Any

from .config import LABEL, Config

_POD = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?")
_LIMIT = 4 * 1024 * 1024
_KINDS = frozenset({"pods", "deployments.apps", "events"})


class KubectlError(RuntimeError):
    pass


class Kubectl:
    def __init__(self, config: Config, timeout: float = 20.0) -> None:
        self._config = config
        self._timeout = timeout
        self._env = {name: os.environ[name] for name in ("PATH", "HOME", "KUBECONFIG") if name in os.environ}

    def _namespace(self, name: str) -> str:
        if name not in self._config.namespaces:
            raise KubectlError("that namespace is not available")
        return name

    async def items(self, kind: str, namespace: str) -> list[dict[str, Any]]:
        if kind not in _KINDS:
            raise KubectlError("that kind is not available")
        raw = await self._run(namespace, "get", kind, "--output=json", "--chunk-size=200")
        if len(raw) > _LIMIT:
            raise KubectlError("the answer is too large")
        return json.loads(raw).get("items", [])

    async def logs(self, namespace: str, pod: str, lines: int) -> str:
        if not _POD.fullmatch(pod):
            raise KubectlError("not the name of a pod")
        raw = await self._run(namespace, "logs", f"--tail={lines:d}", "--limit-bytes=200000", f"pod/{pod}")
        return raw[:200_000].decode("utf-8", "replace")

    async def restart(self, namespace: str, deployment: str) -> None:
        if not LABEL.fullmatch(deployment) or (namespace, deployment) not in self._config.restarts:
            raise KubectlError("that deployment may not be restarted from here")
        await self._run(namespace, "rollout", "restart", f"deployment/{deployment}")

    async def _run(self, namespace: str, *arguments: str) -> bytes:
        process = await asyncio.create_subprocess_exec(
            "kubectl",
            f"--context={self._config.context}",
            f"--namespace={self._namespace(namespace)}",
            "--request-timeout=15s",
            *arguments,
            env=self._env,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(self._timeout):
                try:
                    raw = await process.stdout.readexactly(_LIMIT + 1)
                except asyncio.IncompleteReadError as error:
                    raw = error.partial
                if len(raw) > _LIMIT:
                    raise KubectlError("the answer is too large")
                status = await process.wait()
        except TimeoutError:
            raise KubectlError("kubectl took too long") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if status != 0:
            raise KubectlError(f"kubectl ended with status {status}")
        return raw
