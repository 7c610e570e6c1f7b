// Recordings of a service by others, read from HAR files. This module judges nothing, and sends nothing.

export { type RecordingFile, readRecordingFile, readStream, unpacked } from './har.ts';
export { type Recording, readRecording } from './recording.ts';
