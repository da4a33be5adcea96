import { getReduction } from '../../processes/reduction.mjs'

const QUALITY = 0.85

/** Converts a picture to an upright JPEG of the size that the server stores, without metadata; returns the file itself if the browser can't. */
export async function resizeImage(file: File): Promise<File> {
  try {
    const bitmap = await decodeUpright(file)
    const scale = getReduction(bitmap.width, bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    const drawing = canvas.getContext('2d')
    if (!drawing) return file
    // A JPEG has no transparency.
    drawing.fillStyle = 'white'
    drawing.fillRect(0, 0, canvas.width, canvas.height)
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    // Some phones hold a canvas's memory until garbage collection.
    canvas.width = 0
    if (blob?.type !== 'image/jpeg') return file
    const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`
    return new File([blob], name, { type: blob.type, lastModified: file.lastModified })
  } catch {
    return file
  }
}

/** Decodes a picture with its EXIF orientation. Browsers without the option apply it by default. */
function decodeUpright(file: File): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => createImageBitmap(file))
}
