/** Words that distinguish English from its neighbours; short ones that other languages have too are left out. */
const english =
  /\b(the|not|found|does|doesn't|exist|exists|invalid|missing|unknown|failed|something|went|wrong|cannot|must|your|you|has|have|been|this|that|with|unauthorized|forbidden|internal|bad|request|resource|access|denied|allowed|value|required|limit|exceeded)\b/i;

/** True where a text holds a word of English, by which its idea can be judged. */
export const isInEnglish = (text: string): boolean => english.test(text);

/** Says in English when a service takes orders, or that it takes none for a while. */
export const isOfHours = (message: string): boolean =>
  /business (hours|days?)|cut-?off|weekend|holiday|(opening|operating|trading) hours|closed (until|till|for|on|at|outside)|\b(re)?opens? (at|on|again)|\b\w+day at\b|resume|maintenance/i.test(
    message,
  );

/** Says in English that another order stands in the way, or the state of the subaccount. */
const isOfState = (message: string): boolean =>
  /in progress|being processed|concurrent|another (order|request|transaction)|\bbusy\b|under review|on hold|suspended|frozen/i.test(
    message,
  );

/** Says how often, or how much in a time, is taken. */
export const speaksOfFrequency = (message: string): boolean =>
  /velocity|daily|weekly|monthly|\b(?:per|a|an|each|this) (?:second|minute|hour|day|week|month)/i.test(
    message,
  );

/** Business reasons to refuse a valid order, in English; no promise is broken by them. */
export const isOfCircumstance = (message: string): boolean =>
  isOfHours(message) ||
  isOfState(message) ||
  /insufficient|\bfunds?\b|limit|exceed|minimum|maximum|\btoo (small|large|low|high|many|often)|velocity|duplicate|already|corridor|temporar|unavailable|at the moment|try again|belongs? to/i.test(
    message,
  );
