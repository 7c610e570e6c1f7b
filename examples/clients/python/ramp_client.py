"""A client of the ramp service for a payout job: starts an offramp and waits until it is paid."""

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal


class RampError(Exception):
    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = status


@dataclass
class Offramp:
    id: str
    status: str
    created_at: datetime
    amount: Decimal
    net: Decimal
    currency: str


class RampClient:
    def __init__(self, base_url: str, api_key: str):
        self._base_url = base_url
        self._api_key = api_key

    def start_offramp(self, subaccount_id: str, order: dict) -> Offramp:
        path = f"/v2/ramp/{subaccount_id}/banking/offramp/initiate"
        return _offramp(self._send(path, order))

    def read_offramp(self, subaccount_id: str, offramp_id: str) -> Offramp:
        return _offramp(self._send(f"/v2/ramp/{subaccount_id}/banking/offramp/{offramp_id}"))

    def find_offramp(self, subaccount_id: str, reference: str):
        """The offramp with a reference, by the pages of the listing."""
        page = 1
        while True:
            listing = self._send(f"/v2/ramp/{subaccount_id}/banking/offramp/?page={page}&limit=50")
            for item in listing["data"]:
                if item["client_offramp_reference"] == reference:
                    return _offramp(item)
            if page >= listing["totalPages"]:
                return None
            page += 1

    def settle(self, subaccount_id: str, offramp_id: str, tries: int = 3) -> Offramp:
        """Waits a little for an offramp to leave its first state."""
        for _ in range(tries):
            offramp = self.read_offramp(subaccount_id, offramp_id)
            if offramp.status != "pending":
                break
            time.sleep(0.05)
        return offramp

    def _send(self, path: str, body=None):
        request = urllib.request.Request(
            self._base_url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"x-api-key": self._api_key, "content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise RampError(error.code, json.load(error)["error"]) from error


def _offramp(record: dict) -> Offramp:
    created_at = datetime.strptime(record["created_at"], "%Y-%m-%dT%H:%M:%S.%fZ")
    return Offramp(
        id=record["id"],
        status=record["status"],
        created_at=created_at.replace(tzinfo=timezone.utc),
        amount=Decimal(record["from"]["amount"]),
        net=Decimal(record["to"]["net_amount"]),
        currency=record["to"]["currency"],
    )
