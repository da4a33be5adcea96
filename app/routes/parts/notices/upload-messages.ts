import type { PhotoAlbum } from '~/domain/notices/numbers.server'

/** The message after an upload to an album, or to the photo notice. */
export const describeUpload = (album: PhotoAlbum) => ({
  title: 'Upload successful',
  text: `${album ? 'Photos' : 'QQI certificate photos'} uploaded successfully`,
})

/** Says which photos were added before one failed, with notes on them. */
export function describeAddedPhotos(fileNames: string[], notes = ''): string {
  return fileNames.length > 0 ? `Saved: ${fileNames.join(', ')}. ${notes}`.trim() : 'No photos were saved.'
}

/** The error message of an upload without scripts: what to do, and which photos were added. */
export function describeRefusedPhotos(
  { fileName, status, reason }: { fileName: string; status: number | string; reason: string },
  addedFileNames: string[],
  notes?: string,
): string {
  return `Failed to upload ${fileName}: ${status}. ${reason} ${describeAddedPhotos(addedFileNames, notes)}`
}

/** The photo that failed, in the action data of a form without scripts. */
export interface FailedPhoto {
  fileName?: string
}
