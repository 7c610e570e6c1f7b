/** The content of `verdict.json`. It only grows. */
export interface Verdict {
  format: 1;
  verdict:
    | 'conforms'
    | 'conforms-in-part'
    | 'conforms-with-waivers'
    | 'deviates'
    | 'inconclusive'
    | 'refused';
  exitCode: number;
  target: {
    label: string;
    environment: 'sandbox' | 'production';
    embedded: boolean;
  };
  harness: {
    version: string;
  };
  document: {
    version: string;
  };
  profile: 'smoke' | 'gate' | 'deep';
  gate: 'stated' | 'implied' | 'shown';
  seed: number;
  startedAt: string;
  endedAt: string;
  counts: Record<
    'conforms' | 'deviates' | 'drifts' | 'observed' | 'waived' | 'untested' | 'unproven' | 'broken',
    number
  >;
  /** of the requirements that the gate judges, except those with nothing to judge */
  coverage: {
    judged: number;
    judgeable: number;
    byEndpoint: Record<
      string,
      {
        judged: number;
        judgeable: number;
      }
    >;
  };
  /** requirements that had to be tested (--require); one of them untested makes the exit code 3 */
  required?: string[] | undefined;
  /** distinct cases that properties and models have judged */
  cases?: number | undefined;
  requests: {
    sent: number;
    retried: number;
    rateLimited: number;
  };
  requirements: {
    id: string;
    firmness: 'stated' | 'implied' | 'shown' | 'silent';
    section: string;
    endpoints: number[];
    claim: string;
    outcome: 'conforms' | 'deviates' | 'drifts' | 'observed' | 'waived' | 'untested' | 'unproven' | 'broken';
    /** why it is untested, unproven or broken */
    reason?: string | undefined;
    /** who or what left it untested */
    untestedBy?: 'user' | 'service' | 'nothing to judge' | undefined;
    findings: {
      /** stays the same from run to run; what `replay` takes */
      id?: string | undefined;
      code: string;
      operation: string;
      /** JSON path, `status` or `header <name>`; `[]` stands for the given indexes */
      where: string;
      expected: string;
      /** in the abstract, never a value of the payload */
      observed: string;
      /** the smallest case that shows it, redacted */
      case?: string | undefined;
      /** how the same case is made again */
      replay?:
        | {
            requirement: string;
            seed: number;
            path?: string | undefined;
            property?: number | undefined;
            probe?: string | undefined;
          }
        | undefined;
      /** for a shell that has the settings: sends the request that got this answer, or several in their order */
      curl?: string | undefined;
      /** as it was sent, with variables in place of keys, ids and accounts */
      request?:
        | {
            method: string;
            path: string;
            headers: Record<string, string>;
            body?: string | undefined;
          }
        | undefined;
      /** the response, with formats in place of values */
      answer?:
        | {
            status: number;
            body?: string | undefined;
          }
        | undefined;
      /** how often it was observed, when more than once */
      times?: number | undefined;
      /** the first places in arrays where it was observed */
      indexes?: string[] | undefined;
      /** id of the waiver that covers it */
      waiver?: string | undefined;
    }[];
    findingsOmitted?: number | undefined;
    observations?:
      | {
          operation: string;
          situation: string;
          fact: string;
        }[]
      | undefined;
  }[];
  /** a recording was judged, and nothing was sent: requirements that it does not show are untested */
  passive?: true | undefined;
  /** the size of the recording */
  recording?:
    | {
        files: number;
        /** of all files together */
        entries: number;
        /** entries that were judged */
        exchanges: number;
        /** entries of other services, or of no endpoint of the document */
        unmatched: number;
        /** entries without an answer, its time or its body, or out of a cache */
        unread: number;
      }
    | undefined;
  interrupted?: true | undefined;
  /** test files that ended early */
  crashed?: string[] | undefined;
  /** permissions of the run */
  permissions?:
    | {
        money: true | string;
        readOnly: boolean;
        quiet: boolean;
      }
    | undefined;
  money?:
    | {
        /** `evidence`: counted in the exchanges kept, a lower bound */
        source: 'ledger' | 'evidence';
        operations: {
          operation: string;
          accepted: number;
          refused: number;
          unanswered: number;
          currencies: string[];
          /** sum of the accepted orders by currency */
          totals?: Record<string, string> | undefined;
        }[];
        /** orders that may have been carried out without an answer; none is sent again */
        unknown?:
          | {
              operation: string;
              at: string;
              /** made by the harness; the service may be asked for it */
              reference?: string | undefined;
              /** whether a listing of the service showed it at the end of the run */
              listing: 'listed' | 'not listed' | 'not looked up';
            }[]
          | undefined;
      }
    | undefined;
  /** waivers that the run was given, with their states */
  waivers?:
    | {
        id: string;
        requirement: string;
        finding: string;
        where: string;
        reason: string;
        owner: string;
        approvedBy: string;
        expires: string;
        daysLeft: number;
        /** `expiring`: in force for two weeks at most; `not evaluated`: the run could not judge it */
        state?: 'in force' | 'expiring' | 'expired' | 'stale' | 'not evaluated' | undefined;
        ticket?: string | undefined;
      }[]
    | undefined;
  /** why nothing was sent, where the run was refused */
  refusal?: string | undefined;
  /** part of the requirements was left out by --only */
  narrowed?: true | undefined;
  /** observed facts by endpoint, of which a baseline is made */
  facts?: Record<string, Record<string, string>> | undefined;
  baseline?:
    | {
        name: string;
        changes: {
          class: 'breaking' | 'risky' | 'additive' | 'evidence lost';
          endpoint: string;
          fact: string;
          accepted: string;
          met: string;
        }[];
      }
    | undefined;
  /** failures of the gate other than requirements: stale or expired waivers, breaking drift */
  otherFailures?: string[] | undefined;
}
