// Recordings of a service by others, read from HAR files. This room judges nothing, and sends nothing.

export { type Recording, type RecordingFile, readRecording } from './read.ts';
