/** The exit codes of the process. A judged run ends with the code of its verdict (0, 1 or 3). */
export const exitCode = {
  done: 0,
  /** The target deviates from a promise or from the accepted baseline. */
  deviates: 1,
  /** Refused before any request, because of arguments or settings. */
  refused: 2,
  /** Nothing was tested, or not everything. */
  inconclusive: 3,
  /** A secret or personal data was found in an output, which was withheld. */
  leaked: 4,
  interrupted: 130,
  terminated: 143,
} as const;
