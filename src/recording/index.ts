// Recordings of a service by other clients, from HAR files. Judges and sends nothing.

export { type RecordingFile, readRecordingFile, readStream, unpacked } from './har.ts';
export { type Recording, readRecording } from './recording.ts';
