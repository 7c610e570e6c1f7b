// The kinds of changes, each with its class and meaning.

/** The most severe first. `unseen` has no cause: records come and go. */
export const driftClasses = ['breaks', 'changed', 'more', 'least', 'unseen'] as const;
export type DriftClass = (typeof driftClasses)[number];

/** Configuration files contain these ids, so an id never changes. */
export const changeKinds = {
  'key-accepted': ['breaks', 'a key that was refused is served'],
  'answer-refused': ['breaks', 'an ordinary valid request is refused'],
  'order-refused': ['breaks', 'orders over one rail are refused'],
  'server-error': ['breaks', 'a request ends in a server error'],
  'member-gone': ['breaks', 'a documented member is gone'],
  'member-at-times': ['breaks', 'a documented member is not always there'],
  'member-null': ['breaks', 'a member is null that never was'],
  'type-changed': ['breaks', 'a member has another JSON type'],
  'format-changed': ['breaks', 'a member has another format'],
  'cache-opened': ['breaks', 'shared caches may keep answers with customer data (`Cache-Control`)'],
  'page-limit-lowered': ['breaks', 'the largest page size (`limit`) of a listing fell'],
  'field-required': ['breaks', 'a method requires a further field'],
  'first-page-moved': ['breaks', 'the first page has another number'],
  'capability-gone': ['breaks', 'a method, currency, asset, network or rail is gone, or a flag is false now'],
  'file-missing': ['breaks', 'the baseline has no facts of an endpoint that the run observed'],
  'end-announced': ['changed', 'a Sunset or Deprecation header came or changed'],
  'status-changed': ['changed', 'a request is answered with another status'],
  'refused-now': ['changed', 'a request that nobody promised to accept is refused'],
  'accepted-now': ['changed', 'a request that was refused is accepted'],
  'answer-changed': ['changed', 'an answer that the document leaves open is another'],
  'value-new': ['changed', 'a set has a value that it had not'],
  'status-gone': ['changed', 'the status of new orders, which many records had, is in none of them'],
  'value-replaced': ['changed', 'a code has another value'],
  'writing-changed': ['changed', 'the same is written in another way'],
  'writing-narrowed': ['changed', 'one of two ways to write a member is gone'],
  'places-fewer': ['changed', 'amounts have fewer places'],
  'id-longer': ['changed', 'an id has more characters'],
  'link-moved': ['changed', 'a link leads to another host or path'],
  'mask-changed': ['changed', 'another part of a text is masked'],
  'extra-member-gone': ['changed', 'a member that the document does not name is gone'],
  'optional-member-gone': ['changed', 'an optional member is gone that was always there'],
  'zero-left-out': ['changed', 'balances of zero are left out'],
  'header-gone': ['changed', 'a header is gone'],
  'header-changed': ['changed', 'a header has another value'],
  'message-kind-changed': ['changed', 'the message of a 404 names another absence of the document'],
  'limit-tightened': ['changed', 'a method takes less: its least amount rose, or a greatest fell'],
  'fee-raised': ['changed', 'a fee rose'],
  'fee-lowered': ['changed', 'a fee fell'],
  'fee-type-changed': ['changed', 'a fee is of another type'],
  'expires-sooner': ['changed', 'something expires sooner'],
  'settles-later': ['changed', 'a settlement is expected later'],
  'order-reversed': ['changed', 'a listing is in reverse order, so that its first page has other records'],
  slower: ['changed', 'the median of an endpoint grew by half and by 100 ms'],
  'member-new': ['more', 'a member is new'],
  'member-always': ['more', 'a member is always there that was not'],
  'member-filled': ['more', 'a member has content that was null'],
  'header-new': ['more', 'a header is new'],
  'capability-new': ['more', 'a method, currency, asset, network, rail or flag is new'],
  'field-optional': ['more', 'a method takes a further field, or requires one less'],
  'limit-widened': ['more', 'a method takes more'],
  'page-limit-raised': ['more', 'the largest page size (`limit`) of a listing rose'],
  'expires-later': ['more', 'something expires later'],
  'settles-sooner': ['more', 'a settlement is expected sooner'],
  'order-changed': ['least', 'a listing has another order'],
  'fee-moved': ['least', 'a fee of a method moved by less than the step from which it counts'],
  'value-gone': ['least', 'a value that records had is in none of them'],
  'records-left-out': ['least', 'an optional member that every record had is in none of them'],
  'records-filled': ['least', 'a member that was null in every record has content'],
  'wording-changed': ['least', 'a message is worded in another way'],
  'id-version-changed': ['least', 'UUIDs have another version'],
  'id-shorter': ['least', 'an id has fewer characters'],
  'field-gone': ['least', 'a method no longer takes an optional field, or a type of fee'],
  'given-changed': ['least', 'the run was given other settings'],
  'facts-changed': ['least', 'this version of ramp-conformance records other facts'],
  'not-seen': ['unseen', 'seen before, and not this time'],
} as const satisfies Readonly<Record<string, readonly [DriftClass, string]>>;

export type ChangeKind = keyof typeof changeKinds;

export const changeKindIds = Object.keys(changeKinds) as ChangeKind[];

export type ChosenClasses = Readonly<Partial<Record<ChangeKind, DriftClass>>>;

export const classOf = (kind: ChangeKind, chosen: ChosenClasses = {}): DriftClass =>
  chosen[kind] ?? changeKinds[kind][0];
