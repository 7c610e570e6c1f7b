import { startSandbox } from '#sandbox';
import { startGateway } from '../field/gateway.test.support.ts';

/**
 * `right` keeps every promise and puts marks into all free members. `wrong` puts marks into every string and number,
 * repeats the key and spoils every status word. `mad` answers with markup, broken JSON, redirects and failures full of
 * marks.
 */
export type CanaryMood = 'right' | 'wrong' | 'mad';

export interface Canary {
  readonly settings: Record<string, string>;
  /** Texts that no output may contain, in any letter case. */
  readonly marks: readonly string[];
  readonly close: () => Promise<void>;
}

const word = 'kanarie';
const keys = {
  full: `${word}-full-9Zq4RtY7uIoP2aSd`,
  restricted: `${word}-restricted-3Wx8EcV5bNm1KjHg`,
  other: `${word}-other-7Lp2DfG6hJk9ZxCv`,
};
const person = {
  email: `joost.${word}@mail.example`,
  phone: '+5511987650123',
  iban: 'GB82WEST12345698765432',
  // A number that is no ratio of other numbers; 4111… would be 37/90.
  card: 5555555555554444,
};

/** Only ever the name of a member, beside the record of this person. */
const surname = 'Vogelaar';

const token = `eyJhbGciOiJIUzI1NiJ9.${word}.c2lnbmF0dXJl`;

/** One text that attacks every form of output, with the word in each part. */
const payloadOf = (trap: string): string =>
  [
    `=HYPERLINK("${trap}/${word}")`,
    `\u001b]0;${word}\u0007\u001b[31m${word}`,
    `\n::error title=${word}::${word}\n::add-mask::${word}\n##[error]${word} ##vso[task.setvariable]${word}`,
    `<script>fetch("${trap}/${word}")</script><img src="${trap}/${word}" onerror="${word}()">`,
    `[${word}](javascript:${word}) ![${word}](${trap}/${word}) | @${word} \`${word}\``,
    `\u202e${word}\u200b ]]> &${word};`,
    `${person.email} ${person.phone} ${person.iban} ${person.card} ${token} Bearer ${word}-4Rf5Tg6Yh7Uj8Ik9`,
  ].join(' ');

/** Members with free text, which a correct service may fill with anything. */
const free =
  /^(?:first|last|middle)_?name$|^(?:city|state|street_line_1|street_line_2|subdivision|title|description|legal_name|trade_name|bankName|businessName|employment_status|source_of_funds_description|method_description|network_description)$/i;

/** Marks that are a whole text, like a name, a code or a key. */
const single = [
  word,
  `Joost_${word}`,
  `JOOST_${word.toUpperCase()}_PIX`,
  `${word}_live_4eC39HqLyjWDarjt`,
  person.email,
  person.phone,
  person.iban,
  String(person.card),
  token,
  `2026-11-21 ${word}`,
];

const maps = new Set(['currencies', 'assets', 'rails', 'balances']);

const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text);

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

interface Fill {
  readonly payload: string;
  readonly mood: CanaryMood;
  readonly key: string;
}

const fillText = (name: string, text: string, { payload, mood, key }: Fill): string => {
  if (/^last_?name$/i.test(name)) return surname;
  if (mood !== 'right') {
    if (isId(text)) return text;
    const choice = [...name, ...text].length % (2 * single.length);
    return single[choice] ?? `${payload} ${key} \ud800`;
  }
  if (name === 'email') return person.email;
  if (name === 'phone') return person.phone;
  if (name === 'message') return `${text} ${payload}`;
  return free.test(name) ? `${payload} ${text}` : text;
};

const fill = (value: Json, name: string, how: Fill): Json => {
  if (typeof value === 'string') return fillText(name, value, how);
  if (typeof value === 'number') return how.mood === 'right' ? value : person.card;
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => fill(item, name, how));
  const known = Object.entries(value).map(([key, child]): [string, Json] => [key, fill(child, key, how)]);
  // The names in a map are codes, and all its values have one form.
  if (how.mood === 'right' && maps.has(name)) return Object.fromEntries(known);
  const more = single.map((mark): [string, Json] => [mark, { [mark]: word }]);
  return Object.fromEntries([...known, [how.payload, how.payload], [surname, true], ...more]);
};

/** Header values and reason phrases accept only control characters of the C1 range. */
const forHead = (text: string): string => `\u009b31m${word} \u009d0;${word} ${text.replace(/[^\u0020-\u007e]/g, '')}`;

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  readonly location?: string;
}

/**
 * One answer for each path, independent of the order of requests, so that a second look sees the first answer again.
 */
const mad = (path: string, { payload, key }: Fill, trap: string): Answer => {
  const answers: readonly Answer[] = [
    {
      status: 200,
      type: 'text/html',
      body: `<html><title>${payload} ${key}</title><p>${payload}</p></html>`,
    },
    { status: 200, body: `{"${word}": "${person.email}", ${payload}` },
    { status: 200, body: `{"id":"${word}","id":${JSON.stringify(payload)},"__proto__":{"${word}":1e999}}` },
    { status: 302, body: payload, location: `${trap}/${word}?key=${key}` },
    {
      status: 500,
      body: JSON.stringify({ statusCode: 500, message: payload, error: payload, path: payload }),
    },
    {
      status: 400,
      body: JSON.stringify({ [payload]: payload, message: { [key]: payload }, error: [payload] }),
    },
    { status: 200, body: JSON.stringify([payload, { [payload]: [payload] }]) },
  ];
  const turn = [...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return answers[turn % answers.length] as Answer;
};

/** Serves the embedded sandbox, and puts marked secrets, persons and attacks into every answer. */
export async function startCanary(mood: CanaryMood, trap: string): Promise<Canary> {
  const sandbox = await startSandbox({ keys });
  const payload = payloadOf(trap);
  const json = mood === 'wrong' ? `application/${word}+json` : 'application/json';
  const { baseUrl, close } = await startGateway(sandbox.baseUrl, async (asked, forward) => {
    const inner = await forward();
    const text = inner.body.toString();
    const key = asked.headers['x-api-key'] || keys.full;
    const how: Fill = { payload, mood, key };
    const filled = text === '' ? '' : JSON.stringify(fill(JSON.parse(text) as Json, '', how));
    const {
      status,
      body,
      type = json,
      location,
    }: Answer = mood === 'mad' ? mad(asked.path, how, trap) : { status: inner.status, body: filled };
    const mark = forHead(payload);
    return {
      status,
      reason: mark,
      headers: {
        ...(body === '' ? {} : { 'content-type': type }),
        ...(location === undefined ? {} : { location }),
        [`x-${word}`]: mood === 'right' ? mark.replace(/[\u0080-\u009f]/g, '') : `${mark} ${key}`,
        'set-cookie': `session=${word}-cookie-5Tg6YhN7uJm8`,
        server: word,
      },
      body,
    };
  });
  return {
    settings: { ...sandbox.settings, RAMP_BASE_URL: baseUrl },
    marks: [word, surname, person.email, person.phone.slice(3), person.iban, String(person.card), trap],
    close: async () => {
      close();
      await sandbox.close();
    },
  };
}
