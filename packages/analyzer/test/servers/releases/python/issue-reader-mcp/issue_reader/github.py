import os
import re

import httpx

REPO = re.compile(r"[A-Za-z0-9-]{1,39}/[A-Za-z0-9._-]{1,100}")


class GitHub:
    def __init__(self) -> None:
        headers = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
        token = os.environ.get("GITHUB_TOKEN")
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._http = httpx.Client(base_url="https://api.github.com", headers=headers, timeout=10)

    def _get(self, path: str, **params):
        response = self._http.get(path, params=params)
        response.raise_for_status()
        return response.json()

    def issue(self, repo: str, number: int) -> dict:
        if not REPO.fullmatch(repo) or ".." in repo:
            raise ValueError("repo must be owner/name")
        return self._get(f"/repos/{repo}/issues/{number:d}")

    def comments(self, repo: str, number: int) -> list[dict]:
        return self._get(f"/repos/{repo}/issues/{number:d}/comments", per_page=30)
