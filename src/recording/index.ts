// Recordings of a service by somebody else, read from HAR files. This room judges nothing, and sends nothing.

export { type Recording, type RecordingFile, readRecording } from './read.ts';
