import os
import unittest
import uuid
from datetime import datetime, timedelta, timezone

from ramp_client import RampClient, RampError

SUBACCOUNT = os.environ["RAMP_INDIVIDUAL_SUBACCOUNT_ID"]


def order(reference: str) -> dict:
    return {
        "from": {
            "chain": os.environ["RAMP_OFFRAMP_CHAIN"],
            "asset": "USDC",
            "amount": 100,
            "sender_address": os.environ["RAMP_OFFRAMP_SENDER_ADDRESS"],
        },
        "to": {"recipient_id": os.environ["RAMP_USD_RECIPIENT_ID"], "currency": "USD"},
        "client_offramp_reference": reference,
    }


class Offramps(unittest.TestCase):
    def setUp(self):
        self.client = RampClient(os.environ["RAMP_BASE_URL"], os.environ["RAMP_API_KEY"])

    def test_starts_and_finds_an_offramp(self):
        reference = str(uuid.uuid4())
        started = self.client.start_offramp(SUBACCOUNT, order(reference))
        self.assertEqual(started.amount, 100)
        self.assertLess(abs(datetime.now(timezone.utc) - started.created_at), timedelta(minutes=5))
        found = self.client.find_offramp(SUBACCOUNT, reference)
        self.assertEqual(found.id, started.id)
        self.assertIn(self.client.settle(SUBACCOUNT, started.id).status, ["pending", "paid", "completed", "failed"])

    def test_pays_in_the_currency_of_the_recipient(self):
        started = self.client.start_offramp(SUBACCOUNT, order(str(uuid.uuid4())))
        self.assertEqual(started.currency, "USD")
        self.assertGreater(started.net, 0)

    def test_tells_that_the_recipient_has_no_bank_account(self):
        unknown = order(str(uuid.uuid4()))
        unknown["to"]["recipient_id"] = str(uuid.uuid4())
        with self.assertRaises((RampError, KeyError)):
            self.client.start_offramp(SUBACCOUNT, unknown)


if __name__ == "__main__":
    unittest.main()
