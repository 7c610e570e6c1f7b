// Lines of a comparison, the most severe first: promises that turned, then one line for each cause of changed facts.
import { isRequirementId, operationIds, requirementOf, risks } from '#contract';
import {
  type ChangeKind,
  clientMust,
  type FactChange,
  isOfAnswer,
  isOfCapability,
  listText,
  movedIn,
  pathIn,
} from '#facts';
import { gravestOf } from '../finding.ts';
import { type ChangeGroup, groupChanges, withoutHolder } from './change-groups.ts';
import { type Comparison, refusedOrders } from './compare-runs.ts';
import { leafOf, memberName } from './finding-text.ts';
import {
  isOfAmount,
  isOpening,
  type Line,
  line,
  lineWordOf,
  type NamedFinding,
  sectionOf,
  sections,
} from './line-kinds.ts';
import { turnLines } from './turn-lines.ts';

/** Only the vendor can act: no client can work around a valid request that the service refuses. */
const vendorKinds: ReadonlySet<ChangeKind> = new Set(['answer-refused', 'server-error']);

const isOfVendor = ({ kind, class: drift }: ChangeGroup): boolean => drift === 'breaks' && vendorKinds.has(kind);

const adviceOn = (group: ChangeGroup, older: string): Pick<Line, 'must' | 'by'> => {
  const [first] = group.changes;
  if (group.must !== undefined) return { must: group.must.text, by: group.must.by };
  const advice = first && clientMust(isOfOneName(group) ? withoutHolder(first) : first);
  if (advice === undefined) return {};
  const stay = ` Stay on ${older} until the vendor answers. Your client cannot work around this.`;
  return { must: `${advice.text}${isOfVendor(group) ? stay : ''}`, by: advice.by };
};

/** One currency, rail or network that several subaccounts gained or lost. */
const isOfOneName = ({ changes }: ChangeGroup): boolean => {
  const [first, ...others] = changes.filter(isOfCapability);
  return (
    first !== undefined &&
    others.length > 0 &&
    others.every((each) => each.aspect === first.aspect && each.of[0] === first.of[0])
  );
};

const changeLine = (group: ChangeGroup, older = 'the older release'): Line => {
  const { class: drift, ...change } = group;
  return line({
    word: lineWordOf(drift),
    endpoints: change.endpoints,
    text: change.text,
    // If the vendor has to answer, a client has nothing to do at the other places.
    also: change.also && (isOfVendor(group) || isOfOneName(group)) ? { ...change.also, all: undefined } : change.also,
    changes: change.changes,
    ...((drift === 'breaks' || drift === 'changed') && adviceOn(group, older)),
  });
};

/** The document allows a null member and a missing member. */
const isLeftOut = ({ findings }: Line): boolean =>
  findings.length > 0 && findings.every(({ code }) => code === 'OMITTED_NULLABLE_MEMBER');

/** True for a changed example that a fact, or a promise that turned, already reports. */
const isRepeated = ({ word, findings }: Line, changes: readonly FactChange[], lines: readonly Line[]): boolean => {
  const isInFact = ({ operation, where }: NamedFinding): boolean =>
    changes.some(
      (change) =>
        change.endpoint === operation &&
        (where.startsWith('$')
          ? leafOf(pathIn(change) ?? '').startsWith(leafOf(where)) ||
            (isOfCapability(change) && where.startsWith('$.capabilities'))
          : isOfAnswer(change)),
    );
  const turned = lines.flatMap((each) => (each.word === 'broken' || each.word === 'fixed' ? each.findings : []));
  const isInPromise = ({ operation, where, isMended }: NamedFinding): boolean =>
    turned.some(
      (each) => each.isMended === isMended && each.operation === operation && leafOf(each.where) === leafOf(where),
    );
  return word === 'changed' && findings.length > 0 && (findings.every(isInFact) || findings.every(isInPromise));
};

/** Lines of changed facts, one for each cause. */
export const linesOfChanges = (changes: readonly FactChange[], older?: string): readonly Line[] =>
  groupChanges(changes).map((group) => changeLine(group, older));

/** The reason may be a used-up limit of the account, so the line has no class that names who must act. */
const refusedLine = (group: ChangeGroup, { before, after }: Comparison): Line => {
  const [older = 'the older release', newer = 'the newer release'] = [before.release, after.release];
  return line({
    word: 'refused',
    endpoints: group.endpoints,
    text: group.text,
    changes: group.changes,
    by: 'vendor',
    must: `Ask the vendor whether a new rule, a defect or a used-up limit of your account is the reason. To see the vendor's messages, test ${newer} again with \`run --show-refusals\`. Stay on ${older} until the vendor answers.`,
  });
};

/** `401 403` for a key that was refused with 401 before, and with 403 now. */
const keySteps = ({ word, findings }: Line): ReadonlySet<string> =>
  new Set(
    word !== 'broken'
      ? []
      : findings.flatMap(({ where, expected, observed, requirement, isMended }) => {
          const isOfKey = isRequirementId(requirement) && requirementOf(requirement).tag === 'authentication';
          return isOfKey && where === 'status' && !isMended ? [`${expected} ${observed.slice(0, 3)}`] : [];
        }),
  );

const keyStep = (change: FactChange): string | undefined => {
  const { came, went } = movedIn(change);
  return change.aspect === 'status with another key' ? `${went.join()} ${came.join()}` : undefined;
};

/** Adds other endpoints that refuse a key with the same new status: the cause is the same as for the broken promise. */
const withOtherKeys = (broken: Line, changes: readonly FactChange[]): Line => {
  const own = changes.filter((change) => keySteps(broken).has(keyStep(change) ?? ''));
  if (own.length === 0) return broken;
  const others = operationIds.filter(
    (id) => !broken.endpoints.includes(id) && own.some(({ endpoint }) => endpoint === id),
  );
  const isOne = others.length === 1;
  return {
    ...broken,
    endpoints: [...broken.endpoints, ...others],
    text:
      others.length === 0
        ? broken.text
        : `${broken.text} ${isOne ? `${others.join()} gives` : `${others.length} more endpoints give`} the same answer; this run could not judge ${isOne ? 'it' : 'them'}.`,
    changes: [...broken.changes, ...own],
  };
};

/** A rule between the fees and the amounts of one record is broken. */
const isSumBroken = (finding: NamedFinding): boolean =>
  isOfAmount(finding) && !finding.isMended && /fee/i.test(finding.expected);

/** If the amounts of a record do not agree, only the vendor knows which of them is charged. */
const withBrokenSum = (line: Line, turns: readonly Line[]): Line => {
  if (sectionOf(line) !== 'money' || line.word === 'accepted') return line;
  const broken = turns.filter(({ word }) => word === 'broken' || word === 'accepted').flatMap((each) => each.findings);
  const own = broken.filter((each) => isSumBroken(each) && line.endpoints.includes(each.operation));
  const names = [...new Set(own.map(({ where }) => `\`${memberName(where)}\``))];
  if (names.length === 0) return line;
  const [does, it] = names.length === 1 ? ['does', 'it'] : ['do', 'them'];
  return {
    ...line,
    also: line.also && { ...line.also, all: undefined },
    must: `${listText(names)} ${does} not follow this fee: a promise about ${it} is broken at this endpoint. Ask the vendor which amount is charged.`,
    by: 'vendor',
  };
};

/**
 * Lines about the service, in the order of their sections. Within a section: lines that open data first, then by risk,
 * then announced ends, then by the number of endpoints.
 */
export const linesOf = (comparison: Comparison): readonly Line[] => {
  const { service, accepted } = comparison.facts;
  const changes = [...service, ...accepted, ...comparison.following, ...comparison.keptBack];
  const all = turnLines(comparison);
  const steps = new Set(all.flatMap((each) => [...keySteps(each)]));
  const [ofKeys, own] = [true, false].map((is) => service.filter((change) => steps.has(keyStep(change) ?? '') === is));
  const groups = [
    ...linesOfChanges(own ?? [], comparison.before.release),
    ...groupChanges(refusedOrders(comparison)).map((group) => refusedLine(group, comparison)),
    ...linesOfChanges(accepted).map((each) => ({ ...each, word: 'accepted' as const, must: undefined, by: undefined })),
  ];
  const turns = all
    .filter((line) => !isLeftOut(line) && !isRepeated(line, changes, all))
    .map((each) => withOtherKeys(each, ofKeys ?? []));
  const isEnd = ({ changes: own }: Line): boolean => own.some(({ kind }) => kind === 'end-announced');
  const weights = (line: Line): readonly number[] => {
    const risk = gravestOf(line.findings);
    return [
      sections.findIndex(({ id }) => id === sectionOf(line)),
      isOpening(line) ? 0 : 1,
      risk === undefined ? risks.length : risks.indexOf(risk),
      isEnd(line) ? 0 : 1,
      -line.endpoints.length,
    ];
  };
  return [...turns, ...groups.map((each) => withBrokenSum(each, turns))].toSorted((one, other) => {
    const weighed = weights(other);
    return weights(one).reduce((sum, weight, at) => sum || weight - (weighed[at] ?? 0), 0);
  });
};
