/** A recording that nothing can be judged by, with what would be right; holds no text of the recording. */
export class UnusableRecording extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableRecording';
  }
}
