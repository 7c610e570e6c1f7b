"""A ramp service on Python's standard library, written from the interface document alone: one file, all in memory.

It prints the settings that aim a run at it. DEVIATION switches on one of its broken promises:
  short-conversions  amounts of conversions have two places instead of twelve
  any-asset          an onramp takes an asset that is not listed
  unverified-orders  a money operation asks for no approved KYC
"""

import json
import os
import sys
import threading
import uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

DEVIATION = os.environ.get("DEVIATION", "")
DEVIATIONS = ("", "short-conversions", "any-asset", "unverified-orders")

FULL, RESTRICTED, OTHER = "python-full-7d1c9e20", "python-narrow-5b3f8a44", "python-other-1e6a2c97"


def fixed(number):
    """An id of a record that is there from the start."""
    return f"7a1e0000-0000-4000-8000-{number:012x}"


PERSON, COMPANY, UNVERIFIED, UNVERIFIED_COMPANY, UNBANKED = (fixed(n) for n in range(1, 6))
IN_DOLLARS, LOCAL, NAMED, INCOMPLETE = (fixed(n) for n in range(17, 21))

DEPOSIT_CURRENCIES = "NGN BRL USD EUR GHS ZMW TZS USDC USDT MXN COP ARS".split()
ONRAMP_ASSETS = "USDT USDC BTC_LIGHTNING".split()
OFFRAMP_ASSETS = "USDT USDC EURC".split()
FIAT = "NGN BRL USD EUR GHS ZMW TZS MXN COP ARS AED".split()
RAILS = "ACH WIRE SWIFT RTP SAME_DAY_ACH".split()
RATES = {"USDT": Decimal("5.40"), "USDC": Decimal("5.40"), "EURC": Decimal("6.25"), "BTC_LIGHTNING": Decimal("500000")}

lock = threading.RLock()


def instant(moment=None):
    moment = moment or datetime.now(timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


STARTED = datetime.now(timezone.utc) - timedelta(days=30)


def days(number):
    return instant(STARTED + timedelta(days=number))


def places(value, number):
    return f"{Decimal(value):.{number}f}"


def plain(value):
    """A decimal without an exponent and without zeros at its end."""
    text = f"{Decimal(value):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


class Refusal(Exception):
    def __init__(self, status, error, message, **more):
        super().__init__(message)
        self.status, self.error, self.message, self.more = status, error, message, more


def bad(message):
    return Refusal(400, "Bad Request", message)


# --- Whom the service knows ---

def open_currency(*rails):
    flags = {f"can{what}": True for what in ("Onramp", "Offramp", "Deposit", "Withdraw")}
    return {"status": "approved", **flags, "rails": {rail: True for rail in rails}}


def locked_currency(*rails):
    flags = {f"can{what}": False for what in ("Onramp", "Offramp", "Deposit", "Withdraw")}
    action = {"type": "kyc", "description": "Verify your identity", "url": "https://verify.example.com/start"}
    return {
        "status": "locked", **flags, "requiredKyc": "Further verification is required",
        "rails": {rail: False for rail in rails}, "requiredActions": [action],
    }


def subaccount(id, kind, status):
    is_open = status == "approved"
    of = open_currency if is_open else locked_currency
    person = kind == "individual"
    return {
        "id": id, "email": f"{kind}-{id[-1]}@example.com", "status": status, "createdAt": days(0),
        "firstName": "Ana" if person else None, "lastName": "Souza" if person else None,
        "phone": "+5511912345678" if person else None, "type": kind,
        "kyc": {"profiles": [{"country": "BR", "status": "approved"}] if is_open else []},
        "capabilities": {
            "currencies": {
                "USD": of("wire", "ach", "swift"), "BRL": of("pix"), "NGN": of("banktransfer"),
                "GHS": of("momo"), "AED": locked_currency("uaefts"),
            },
            "assets": {
                "USDT": {"networks": ["ETH", "SOL", "CELO"]}, "USDC": {"networks": ["ETH", "SOL", "CELO", "POLY"]},
                "EURC": {"networks": ["ETH", "SOL", "CELO"]}, "BTC": {"networks": ["LIGHTNING"]},
            },
        },
    }


SUBACCOUNTS = {
    record["id"]: record
    for record in (
        subaccount(PERSON, "individual", "approved"), subaccount(COMPANY, "business", "approved"),
        subaccount(UNVERIFIED, "individual", "created"), subaccount(UNVERIFIED_COMPANY, "business", "review"),
        subaccount(UNBANKED, "individual", "approved"),
    )
}


def document_at(name):
    return f"https://documents.example.com/{name}.pdf"


def address(state):
    return {
        "street_line_1": "Rua Augusta 100", "street_line_2": "Apto 5", "city": "Sao Paulo", state: "SP",
        "postal_code": "01304-000", "country": "BRA",
    }


def identification(kind, country="BRA"):
    return {
        "type": kind, "issuing_country": country, "number": "AB123456",
        "image_front": document_at(f"{kind}-front"), "image_back": document_at(f"{kind}-back"),
    }


INDIVIDUAL_KYC = {
    "status": "approved", "rejection_reasons": [], "created_at": days(0), "updated_at": days(1), "type": "individual",
    "first_name": "Ana", "last_name": "Souza", "middle_name": None, "phone": "+5511912345678",
    "address": address("state"), "birth_date": "1990-04-12", "gender": "female", "nationality": "BRA",
    "birth_country": "BRA",
    "documents": [
        {"purpose": purpose, "file": document_at(purpose.lower())}
        for purpose in ("PROOF_OF_ADDRESS", "PROOF_OF_SOURCE_OF_FUNDS", "PROOF_OF_ACCOUNT_PURPOSE")
    ],
    "account_purpose": "personal_or_living_expenses", "account_purpose_other": None, "employment_status": "employed",
    "expected_monthly_payments_usd": "FROM_1000_TO_5000", "expected_monthly_volume_usd": "FROM_1000_TO_5000",
    "acting_as_intermediary": False, "most_recent_occupation": "151252", "source_of_funds": "salary",
    "source_of_funds_description": "Monthly salary",
    "identifying_information": [identification("passport"), identification("national_id")],
}

OWNER = {
    "first_name": "Joana", "middle_name": "Maria", "last_name": "Lima", "birth_date": "1985-02-03T00:00:00.000Z",
    "email": "owner@example.com", "nationality": "BR", "birth_country": "BR", "address": address("subdivision"),
    "identification": [identification("ssn", "USA")],
    "documents": [
        {"file": document_at("owner"), "purpose": "PROOF_OF_ADDRESS", "description": "Electricity bill"}
    ],
    "has_ownership": True, "ownership_percentage": "60", "has_control": True, "is_signer": True, "title": "CEO",
}

BUSINESS_KYC = {
    "status": "approved", "created_at": days(0), "updated_at": days(1), "vendorStatus": "completed",
    "vendorApplicantId": "applicant-1", "vendorVerifiedAt": days(1), "vendor_share_kyc_token": "<SHARE_TOKEN>",
    "type": "business", "legal_name": "Lima Comercio Ltda", "registration_number": "12345678", "trade_name": "Lima",
    "description": "Trades coffee", "website": "https://lima.example.com", "tax_number": "98765432",
    "incorporation_date": "2015-06-01", "source_of_funds": "sales_of_goods_and_services",
    "source_of_funds_description": "Sales of coffee", "business_type": "llc", "acting_as_intermediary": False,
    "is_dao": False, "is_money_transmitter": False, "has_material_intermediary_ownership": False,
    "registered_address": address("subdivision"), "physical_address": address("subdivision"),
    "identification": [identification("ein")], "business_industry": ["445110"],
    "account_purpose": "purchase_goods_and_services", "expected_monthly_volume_usd": "FROM_10000_TO_50000",
    "ultimate_beneficial_owners": [OWNER],
    **{
        name: document_at(name)
        for name in ("formation_document", "ownership_document", "flow_of_funds_document", "proof_of_address_document")
    },
    "documents": [
        {"purpose": purpose, "file": document_at(purpose.lower()), "description": "As filed"}
        for purpose in ("business_formation", "shareholder_registry", "PROOF_OF_ADDRESS")
    ],
}

KYC = {"customers": {PERSON: INDIVIDUAL_KYC}, "businesses": {COMPANY: BUSINESS_KYC}}

# Named: a business recipient with business_name and the three beneficiary fields.
RECIPIENTS = {
    IN_DOLLARS: {"currency": "USD", "named": False}, LOCAL: {"currency": "BRL", "named": False},
    NAMED: {"currency": "USD", "named": True}, INCOMPLETE: {"currency": "USD", "named": True, "incomplete": True},
}

ACCOUNT = {
    "id": fixed(240), "email": "account@example.com",
    "balances": {"usd": 125000.5, "ngn": 900000, "brl": 80000.25, "eur": 4000, "ghs": 1500, "tzs": 250000},
    "businessName": "Python Payments", "status": "created", "createdAt": days(0),
}
OTHER_ACCOUNT = {**ACCOUNT, "id": fixed(241), "email": "other@example.com", "balances": {"usd": 1}}


# --- Records ---

def offramp_of(id, body, fees, settlement, status="pending", created=None):
    amount, fee = fees["amount"], fees["fee"]
    return {
        "id": id, "type": "offramp", "status": status, "created_at": created or instant(), "account_id": fixed(64),
        "client_offramp_reference": body["client_offramp_reference"],
        "from": {
            "amount": plain(body["from"]["amount"]), "asset": body["from"]["asset"],
            "network": body["from"]["chain"], "address": body["from"]["sender_address"],
        },
        "to": {
            "currency": body["to"]["currency"], "gross_amount": places(amount, 2),
            "net_amount": places(amount - fee, 2), "recipient_id": body["to"]["recipient_id"],
        },
        "pricing": {
            "fx_rate": plain(fees["rate"]),
            "fees": {"offramp_fee": places(fee, 2), "offramp_fee_currency": body["to"]["currency"]},
        },
        "settlement": settlement,
    }


def seeded_offramp(number, status):
    body = {
        "from": {
            "amount": Decimal(50 + number), "asset": "USDC", "chain": "ETH",
            "sender_address": "0x5eed" + "0" * 35 + str(number),
        },
        "to": {"currency": "USD", "recipient_id": IN_DOLLARS}, "client_offramp_reference": fixed(512 + number),
    }
    amount = body["from"]["amount"]
    fees = {"amount": amount, "fee": Decimal("0.50"), "rate": Decimal(1)}
    is_paid = status in ("paid", "completed")
    settlement = {
        "withdrawal_id": WITHDRAWAL if is_paid else None, "estimated_at": days(number + 1) if is_paid else None,
        "end_to_end_id": f"E{number:08d}" if is_paid else "",
    }
    return offramp_of(fixed(256 + number), body, fees, settlement, status, days(number))


WITHDRAWAL = fixed(128)
WITHDRAWALS = {
    PERSON: {
        WITHDRAWAL: {
            "id": WITHDRAWAL, "amount": "100.00000000", "currency": "USDT", "status": "pending", "created_at": days(3),
            "protocol": "ERC20", "description": None, "chain": "ETH", "local_currency": "BRL", "local_amount": "540.00",
            "destinationAddress": "0x5eed00000000000000000000000000000000d00d", "destination_address": "0x5eed****d00d",
            "tx_hash": None, "destination_tag": None, "fee_amount": "1.00", "fee_currency": "USDT", "rate": 5.4,
            "gross_amount": 101,
        }
    }
}

OFFRAMPS = {PERSON: [seeded_offramp(n, status) for n, status in enumerate(("completed", "paid", "failed"))]}


def conversion(number):
    amount = Decimal(100 * (number + 1))
    fee, rate = amount / 200, Decimal("5.4")
    net = amount - fee
    sums = {"amount": amount, "feeAmount": fee, "netAmount": net, "estimatedReceived": net * rate, "rate": rate}
    shown = 2 if DEVIATION == "short-conversions" else 12
    return {
        "id": fixed(1024 + number), "fromCurrency": "usdt", "toCurrency": "brl",
        **{name: places(value, shown) for name, value in sums.items()}, "createdAt": days(number),
    }


CONVERSIONS = {PERSON: [conversion(n) for n in range(4)]}


def method(currency, name, label):
    return {
        "method": name, "name": label, "integration": "direct", "sub_method": None, "method_name": label,
        "network_name": label, "channel_name": "bank", "network_description": f"Payments by {label}",
        "required_fields": ["account_number"], "optional_fields": ["description"],
        "currency_configurations": [
            {
                "currency": currency, "asset": "USDT", "fee": {"amount": "1.50", "type": "fixed"},
                "limits": {
                    "system_min": "10.00000000", "system_max": "50000.00000000", "tx_limit": "10000.00000000",
                    "status": "upgradeable",
                },
                "status": {"type": "active", "description": "In service"},
                "legal_operating_entity": {"legal_operation_entity": "Python Payments", "country_code": "BRA"},
            }
        ],
        "consumer_contacts_enabled": True, "method_description": f"{label} in {currency}",
        "icon_config": {"path": f"/icons/{name}.svg", "name": name}, "tags": [{"title": "Instant", "type": "SUCCESS"}],
        "network": label, "protocol": name,
        "security": {"modes": [{"type": "otp", "name": "One-time code", "from_amount": 1000, "to_amount": 10000}]},
        "contract": "none", "taxes": [], "payment_rails": None,
    }


TAXONOMY = {
    "MXN": [method("MXN", "spei", "SPEI")], "BRL": [method("BRL", "pix", "PIX"), method("BRL", "ted", "TED")],
    "COP": [method("COP", "pse", "PSE")], "ARS": [method("ARS", "cvu", "CVU")],
}


# --- What is asked of an order ---

def object_in(body, name):
    value = body.get(name)
    if not isinstance(value, dict):
        raise bad(f"{name} must be an object")
    return value


def text_in(body, name):
    value = body.get(name)
    if not isinstance(value, str) or not value.strip():
        raise bad(f"{name} must be a text")
    return value


def amount_in(body):
    value = body.get("amount")
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        raise bad("amount must be a number")
    value = Decimal(value)
    if not 0 < value <= 10**9 or value.as_tuple().exponent < -12:
        raise bad("amount must be above 0 and at most 1000000000, with at most 12 places")
    return value


def demand_subaccount(id):
    if id not in SUBACCOUNTS:
        raise Refusal(404, "Not Found", "Subaccount not found")
    return SUBACCOUNTS[id]


def demand_verified(id):
    if demand_subaccount(id)["status"] != "approved" and DEVIATION != "unverified-orders":
        raise Refusal(422, "Unprocessable Entity", "The verification of this subaccount is not approved")


def recipient_for(id):
    if id not in RECIPIENTS:
        raise Refusal(404, None, "Bank account not found", statusCode=404, timestamp=instant())
    return RECIPIENTS[id]


def simulate_deposit(id, body):
    demand_verified(id)
    currency = body.get("currency")
    if currency not in DEPOSIT_CURRENCIES:
        raise bad("currency must be one of: " + ", ".join(DEPOSIT_CURRENCIES))
    amount = amount_in(body)
    text_in(body, "accountNumber")
    with lock:
        balances = ACCOUNT["balances"]
        if currency.lower() in balances:
            total = Decimal(str(balances[currency.lower()])) + amount
            balances[currency.lower()] = float(total)
    return 204, None


def initiate_onramp(id, body):
    demand_verified(id)
    source, target = object_in(body, "from"), object_in(body, "to")
    amount, currency = amount_in(source), source.get("currency")
    asset = target.get("asset")
    is_taken = DEVIATION == "any-asset" and isinstance(asset, str) and asset.isascii() and asset.isalpha()
    if asset not in ONRAMP_ASSETS and not is_taken:
        raise bad("to.asset must be one of: " + ", ".join(ONRAMP_ASSETS))
    if currency not in FIAT:
        raise bad("from.currency must be a currency that is served")
    text_in(target, "chain")
    destination = text_in(target, "destination_address")
    reference = text_in(body, "client_onramp_reference")
    if id == UNBANKED:
        raise Refusal(404, None, "Bank account not found", statusCode=404, timestamp=instant())
    rate = RATES.get(asset, Decimal(1))
    gross = amount / rate
    fee, network_fee = gross / 100, gross / 200
    code = asset.lower()
    fees = {
        "onramp_fee": places(fee, 12), "onramp_fee_currency": code, "network_fee": places(network_fee, 12),
        "network_fee_asset": code, "total_fees": places(Decimal(places(fee, 12)) + Decimal(places(network_fee, 12)), 12),
        "total_fees_currency": code,
    }
    return 201, {
        "id": str(uuid.uuid4()), "status": "pending", "type": "onramp", "created_at": instant(),
        "account_id": fixed(64), "client_onramp_reference": reference,
        "from": {
            "amount": plain(amount), "currency": currency,
            "payment_instructions": {
                "method": "pix", "qr_code": "00020126580014br.gov.bcb.pix" + uuid.uuid4().hex,
                "expires_at": instant(datetime.now(timezone.utc) + timedelta(minutes=30)),
            },
        },
        "to": {
            "asset": asset, "gross_amount": places(gross, 12),
            "net_amount": places(Decimal(places(gross, 12)) - Decimal(fees["total_fees"]), 12), "address": destination,
        },
        "pricing": {"fx_rate": plain(rate), "fees": fees},
    }


def initiate_offramp(id, body):
    demand_verified(id)
    source, target = object_in(body, "from"), object_in(body, "to")
    amount, currency, rail = amount_in(source), text_in(target, "currency"), target.get("payment_rail")
    if text_in(source, "asset") not in OFFRAMP_ASSETS:
        raise bad("from.asset must be one of: " + ", ".join(OFFRAMP_ASSETS))
    text_in(source, "chain")
    text_in(source, "sender_address")
    text_in(body, "client_offramp_reference")
    if currency not in FIAT:
        raise bad("to.currency must be a currency that is served")
    if rail is not None and rail not in RAILS:
        raise bad("to.payment_rail must be one of: " + ", ".join(RAILS))
    recipient = recipient_for(text_in(target, "recipient_id").lower())
    if id == UNBANKED:
        raise Refusal(404, None, "Bank account not found", statusCode=404, timestamp=instant())
    if recipient["named"]:
        if currency != "USD":
            raise bad("A named withdrawal is in USD only")
        if recipient.get("incomplete"):
            raise bad("A named withdrawal needs a business recipient with all its identifying fields")
        if rail not in (None, "WIRE", "SWIFT"):
            raise bad("A named withdrawal goes over WIRE or SWIFT")
    if recipient["currency"] != currency:
        raise bad("The recipient takes another currency")
    if rail is not None and currency != "USD":
        raise bad("A payment rail is for USD only")
    rate = Decimal(1) if currency == "USD" else Decimal("5.4")
    gross = Decimal(places(amount * rate, 2))
    fee = Decimal(places(gross / 100, 2))
    settlement = {"withdrawal_id": None, "estimated_at": None, "end_to_end_id": ""}
    order = {
        "from": {**source, "amount": amount}, "to": {**target, "recipient_id": target["recipient_id"]},
        "client_offramp_reference": body["client_offramp_reference"],
    }
    record = offramp_of(str(uuid.uuid4()), order, {"amount": gross, "fee": fee, "rate": rate}, settlement)
    with lock:
        OFFRAMPS.setdefault(id, []).insert(0, record)
    created = {name: value for name, value in record.items() if name != "settlement"}
    fees = {
        **record["pricing"]["fees"], "network_fee": "0.00", "network_fee_asset": source["asset"],
        "total_fees": places(fee, 2), "total_fees_currency": currency,
    }
    return 201, {**created, "pricing": {**record["pricing"], "fees": fees}}


def initiate_lightning(id, body):
    demand_verified(id)
    recipient_id = text_in(body, "recipient_id").lower()
    amount = amount_in(body)
    recipient = recipient_for(recipient_id)
    if recipient.get("incomplete"):
        raise bad("The recipient lacks identifying fields")
    if id == UNBANKED:
        raise Refusal(404, None, "Bank account not found", statusCode=404, timestamp=instant())
    rate = Decimal("100000")
    lightning_fee, withdrawal_fee = Decimal("0.01"), Decimal("0.02")
    total = lightning_fee + withdrawal_fee
    if amount <= total:
        raise bad("amount must be above the fees")
    return 201, {
        "success": True,
        "data": {
            "id": str(uuid.uuid4()), "lightningInvoice": "lnbc1" + uuid.uuid4().hex * 4,
            "lightningInvoiceId": str(uuid.uuid4()), "targetAmount": float(amount),
            "targetCurrency": recipient["currency"], "lightningAmount": float(amount / rate),
            "lightningCurrency": "BTC", "exchangeRate": float(rate), "lightningFee": float(lightning_fee),
            "withdrawalFee": float(withdrawal_fee), "targetAmountReceivable": float(amount - total),
            "totalFees": float(total),
            "bankAccount": {
                "id": recipient_id, "bankName": "Bank of Examples", "accountId": fixed(64),
                "currency": recipient["currency"],
            },
            "expiresAt": instant(datetime.now(timezone.utc) + timedelta(minutes=15)), "status": "pending",
            "createdAt": instant(),
        },
        "message": "Lightning invoice generated. Paying it delivers the funds to the bank account.",
    }


# --- What is read ---

def number_in(query, name, usual, greatest):
    text = query.get(name, [str(usual)])[0]
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= greatest):
        raise bad(f"{name} must be a whole number from 1 to {greatest}")
    return int(text)


def listing(records, query, total_name):
    page, limit = number_in(query, "page", 1, 10**9), number_in(query, "limit", 10, 100)
    with lock:
        items, total = records[(page - 1) * limit : page * limit], len(records)
    return 200, {"data": items, total_name: total, "page": page, "limit": limit, "totalPages": -(-total // limit)}


def one_of(records, id, message):
    for record in records:
        if record["id"] == id.lower():
            return 200, record
    raise Refusal(404, "Not Found", message)


def read(parts, query):
    """The answer of a documented GET, or None where no path leads there."""
    match parts:
        case ["v1", "ramp", "subaccount", id]:
            return 200, demand_subaccount(id.lower())
        case ["v1", "kyc", ("customers" | "businesses") as kind, id]:
            if id.lower() in KYC[kind]:
                return 200, KYC[kind][id.lower()]
            noun = "Customer" if kind == "customers" else "Business"
            raise Refusal(404, "Error", f"{noun} not found", statusCode=404, timestamp=instant())
        case ["v1", "ramp", "banking", "balances"]:
            return 200, ACCOUNT
        case ["v1", "ramp", "banking", "taxonomy", currency]:
            return 200, TAXONOMY.get(currency.upper(), [])
        case ["v2", "ramp", id, "banking", "offramp"] | ["v2", "ramp", id, "banking", "offramp", ""]:
            demand_subaccount(id.lower())
            return listing(OFFRAMPS.get(id.lower(), []), query, "count")
        case ["v2", "ramp", id, "banking", "offramp", offramp]:
            demand_subaccount(id.lower())
            return one_of(OFFRAMPS.get(id.lower(), []), offramp, "Offramp not found")
        case ["v1", "ramp", id, "banking", "withdrawals", withdrawal]:
            demand_subaccount(id.lower())
            return one_of(WITHDRAWALS.get(id.lower(), {}).values(), withdrawal, "Withdrawal not found")
        case ["v1", "ramp", id, "banking", "conversions"]:
            demand_subaccount(id.lower())
            return listing(CONVERSIONS.get(id.lower(), []), query, "total")
        case ["v1", "ramp", id, "banking", "conversions", one]:
            demand_subaccount(id.lower())
            return one_of(CONVERSIONS.get(id.lower(), []), one, "Conversion not found")
    return None


def order_at(parts):
    match parts:
        case ["v1", "ramp", id, "banking", "deposits", "simulate"]:
            return simulate_deposit, id.lower()
        case ["v2", "ramp", id, "banking", "onramp", "initiate"]:
            return initiate_onramp, id.lower()
        case ["v2", "ramp", id, "banking", "offramp", "initiate"]:
            return initiate_offramp, id.lower()
        case ["v1", "ramp", id, "banking", "offramp", "initiate"]:
            return initiate_lightning, id.lower()
    return None


def body_of(content):
    def refuse(text):
        raise ValueError(text)

    try:
        body = json.loads(content.decode("utf-8"), parse_float=Decimal, parse_constant=refuse)
    except (ValueError, RecursionError, InvalidOperation):
        raise bad("The body must be JSON") from None
    if not isinstance(body, dict):
        raise bad("The body must be an object")
    return body


def is_short(parts):
    """Subaccount, deposit simulation and withdrawal: their errors carry only error and message."""
    return "subaccount" in parts[:3] or "deposits" in parts or "withdrawals" in parts


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "ramp", ""

    def answer(self, method):
        length = self.headers.get("content-length", "0")
        content = self.rfile.read(int(length)) if length.isdigit() else b""
        url = urlsplit(self.path)
        parts = unquote(url.path).split("/")[1:]
        try:
            status, body = self.asked(method, parts, parse_qs(url.query, keep_blank_values=True), content)
        except Refusal as refusal:
            status, body = refusal.status, {"message": refusal.message, **refusal.more}
            if refusal.error is not None:
                body["error"] = refusal.error
                if status in (400, 422) or not is_short(parts):
                    body = {"statusCode": status, "timestamp": instant(), **body}
        sent = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if sent:
            self.send_header("content-type", "application/json; charset=utf-8")
        self.send_header("cache-control", "no-store")
        if status != 204:
            self.send_header("content-length", str(len(sent)))
        self.end_headers()
        if method != "HEAD":
            self.wfile.write(sent)

    def asked(self, method, parts, query, content):
        key = self.headers.get("x-api-key", "")
        if key not in (FULL, RESTRICTED, OTHER):
            raise Refusal(401, "Unauthorized", "Invalid or missing API key")
        if key == RESTRICTED:
            raise Refusal(403, "Forbidden", "You do not have permission to access this resource")
        order = order_at(parts)
        if order and method == "POST":
            initiate, id = order
            if key == OTHER:
                raise Refusal(404, "Not Found", "Subaccount not found")
            return initiate(id, body_of(content))
        found = None
        if method in ("GET", "HEAD") and not order:
            if key == OTHER and parts[2:] == ["banking", "balances"]:
                return 200, OTHER_ACCOUNT
            if key == OTHER and "taxonomy" not in parts:
                raise Refusal(404, "Not Found", "Subaccount not found")
            found = read(parts, query)
        if found:
            return found
        if order:
            raise Refusal(405, "Method Not Allowed", "Only POST is served here")
        raise Refusal(404, "Not Found", "Nothing is served here")

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def do_HEAD(self):
        self.answer("HEAD")

    def log_message(self, *_):
        """Keys and ids stand in requests."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def settings(port):
    return {
        "RAMP_BASE_URL": f"http://127.0.0.1:{port}", "RAMP_API_KEY": FULL, "RAMP_RESTRICTED_API_KEY": RESTRICTED,
        "RAMP_OTHER_API_KEY": OTHER, "RAMP_QUIET_ACCOUNT": "true", "RAMP_INDIVIDUAL_SUBACCOUNT_ID": PERSON,
        "RAMP_BUSINESS_SUBACCOUNT_ID": COMPANY,
        "RAMP_UNVERIFIED_SUBACCOUNT_ID": f"{UNVERIFIED},{UNVERIFIED_COMPANY}", "RAMP_UNBANKED_SUBACCOUNT_ID": UNBANKED,
        "RAMP_USD_RECIPIENT_ID": IN_DOLLARS, "RAMP_LOCAL_RECIPIENT_ID": LOCAL, "RAMP_LOCAL_RECIPIENT_CURRENCY": "BRL",
        "RAMP_NAMED_RECIPIENT_ID": NAMED, "RAMP_INCOMPLETE_NAMED_RECIPIENT_ID": INCOMPLETE,
        "RAMP_WITHDRAWAL_ID": WITHDRAWAL,
    }


if __name__ == "__main__":
    if DEVIATION not in DEVIATIONS:
        sys.exit(f"DEVIATION must be one of: {', '.join(DEVIATIONS[1:])}")
    server = Server(("127.0.0.1", int(os.environ.get("PORT", "0"))), Service)
    print(f"# {'One defect, ' + DEVIATION if DEVIATION else 'No defect'}; DEVIATION switches one on. PORT names the port.")
    for name, value in settings(server.server_address[1]).items():
        print(f"{name}={value}")
    sys.stdout.flush()
    server.serve_forever()
