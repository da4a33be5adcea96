/** The name of the notice, and of the gallery it opens. */
export const QQI_NOTICE = 'QQI Certificates Presentation'

/** The message after an upload. */
export const PHOTOS_UPLOADED = {
  title: 'Upload successful',
  text: 'QQI certificate photos uploaded successfully',
} as const

/** Which photos were added before one failed. */
export function photosThere(kept: string[]): string {
  return kept.length > 0 ? `Saved: ${kept.join(', ')}.` : 'No photos were saved.'
}

/** The message after an upload without scripts that failed, with what to do and which photos were added all the same. */
export function photosRefused(
  { fileName, status, reason }: { fileName: string; status: number | string; reason: string },
  kept: string[],
): string {
  return `Failed to upload ${fileName}: ${status}. ${reason} ${photosThere(kept)}`
}

/** Which of several photos failed, in the answer to a form without scripts. */
export interface FailedPhoto {
  fileName?: string
}
