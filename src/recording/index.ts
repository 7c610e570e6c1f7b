// What somebody else recorded of a service, read from HAR files. It judges nothing, and sends nothing.

export { type Recording, type RecordingFile, readRecording } from './read.ts';
export { UnusableRecording } from './unusable.ts';
