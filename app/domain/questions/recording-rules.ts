/** Limits and messages of a recorded answer, for students. They are separate, so that a page can show them without loading zod. */
export const RECORDING_LIMIT = 4_000_000
export const MAX_SECONDS = 60
export const NO_RECORDING = 'Please record your voice first.'
export const RECORDING_TOO_LARGE = 'That is too big. Please speak for one minute at most.'
export const RECORDING_TOO_LONG = 'That is too long. Please speak for one minute at most.'
export const NO_SOUND = 'This is not a recording. Please record your voice.'
export const UNKNOWN_SOUND = 'We do not know this kind of recording. Use another app to record, or ask a tutor.'
export const IS_VIDEO = 'This is a video. Please record only your voice.'
export const EMPTY_RECORDING = 'There is no sound in it. Please record it again.'
