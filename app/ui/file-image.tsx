import { useCallback, useEffect, useRef, useState } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { SMALL_WIDTHS } from '~/domain/files/kinds'
import { fetchWhole, Unanswered } from './answered'
import { classes } from './classes'

/** In pixels. */
const MOST_HEIGHT = 400

/** Why an image did not load, by fetching it again, since an img element does not tell. */
async function reasonFor(url: string): Promise<string> {
  try {
    const { response } = await fetchWhole(url, { method: 'HEAD' })
    return response.redirected ? 'No authentication token' : `Failed to load image: ${response.status}`
  } catch (error) {
    return `Failed to load image: ${error instanceof Unanswered ? error.status : 'no connection'}`
  }
}

/** What an img element needs of a file. */
type ImageFile = Pick<FileRecord, 'url' | 'title' | 'width' | 'height'>

interface Place {
  width: number
  height: number
  /** The img element's `sizes`. */
  sizes: string
  className: string
}

/** An image within a page's text, at most 400 px high; in print as large as the page. */
export function FileImage({ file }: { file: ImageFile }) {
  const { width, height } = sizeOf(file)
  const scale = Math.min(1, MOST_HEIGHT / height)
  const shown = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const place = {
    ...shown,
    sizes: `(max-width: ${shown.width}px) 100vw, ${shown.width}px`,
    className: 'h-auto max-h-image max-w-full print:max-h-none',
  }
  return <PlacedImage file={file} place={place} />
}

/** An image in a grid of equally large ones, uncropped. */
export function FileTile({ file }: { file: ImageFile }) {
  const place = { ...sizeOf(file), sizes: '(min-width: 640px) 33rem, 100vw', className: 'aspect-[4/3] h-auto w-full' }
  return <PlacedImage file={file} place={place} />
}

const sizeOf = ({ width, height }: ImageFile) => ({ width: width ?? MOST_HEIGHT, height: height ?? MOST_HEIGHT })

/** With its size, to avoid layout shifts, and from the smallest version that is sharp enough. */
function PlacedImage({ file, place: { className, ...place } }: { file: ImageFile; place: Place }) {
  const [problem, setProblem] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  const { width } = sizeOf(file)
  const whole = `${file.url}?inline`
  const sources = SMALL_WIDTHS.filter((small) => small < width).map((small) => `${whole}&width=${small} ${small}w`)

  const explain = useCallback(() => void reasonFor(whole).then(setProblem), [whole])
  // It may have failed before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) explain()
  }, [explain])

  if (problem)
    return (
      <p role="alert" className="font-bold text-brick">
        Error: {problem}
      </p>
    )
  return (
    <img
      ref={image}
      src={whole}
      srcSet={[...sources, `${whole} ${width}w`].join(', ')}
      {...place}
      alt={file.title}
      loading="lazy"
      decoding="async"
      onError={explain}
      className={classes('rounded-sm border border-line bg-sand object-contain', className)}
    />
  )
}
