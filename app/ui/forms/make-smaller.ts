/** The longest side that the server keeps (scripts/pictures.mjs). */
const LONGEST_SIDE = 2400
const QUALITY = 0.85

/** A picture as a JPEG of at most 2400 px, upright, without metadata; the file itself where the browser can't. */
export async function madeSmaller(file: File): Promise<File> {
  try {
    const bitmap = await upright(file)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    const paper = canvas.getContext('2d')
    if (!paper) return file
    // A JPEG has no transparency.
    paper.fillStyle = 'white'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.imageSmoothingQuality = 'high'
    paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    // Some phones keep a canvas's memory until it is collected.
    canvas.width = 0
    if (blob?.type !== 'image/jpeg') return file
    const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`
    return new File([blob], name, { type: blob.type, lastModified: file.lastModified })
  } catch {
    return file
  }
}

/** The pixels, turned as the camera was held. Browsers from before the option had a name do so by themselves. */
function upright(file: File): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => createImageBitmap(file))
}
