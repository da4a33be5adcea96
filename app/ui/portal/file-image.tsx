import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { SMALL_WIDTHS } from '~/domain/files/kinds'
import { fetchWhole, Unanswered } from '~/ui/browser/answered'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

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

/** What an img element needs of a file. Where nobody has said what it shows, its title stands for that. */
type ImageFile = Pick<FileRecord, 'url' | 'title' | 'width' | 'height'> & Partial<Pick<FileRecord, 'alt'>>

interface ImageProps {
  file: ImageFile
  to?: string
  /** Fetched with the page where people print it: not every browser fetches on printing what nobody has scrolled to. */
  eager?: boolean
}

const framed = 'border border-line bg-sand'

interface Place {
  width: number
  height: number
  sizes: string
  className: string
  around?: string
  /** Whether a button beside it says the same: the link's words are for those who listen. */
  isBare?: boolean
}

/** An image within a page's text, at most 400 px high; in print as large as the page. */
export function FileImage({ file, ...rest }: ImageProps) {
  const { width, height } = sizeOf(file)
  const scale = Math.min(1, MOST_HEIGHT / height)
  const shown = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const place = {
    ...shown,
    sizes: `(max-width: ${shown.width}px) 100vw, ${shown.width}px`,
    className: `h-auto max-h-image max-w-full print:max-h-none ${framed}`,
    around: 'w-fit max-w-full',
    isBare: true,
  }
  return <PlacedImage file={file} {...rest} place={place} />
}

/** An image in a grid of equally large ones, uncropped. */
export function FileTile({ file, to }: ImageProps) {
  const place = {
    ...sizeOf(file),
    sizes: '(min-width: 1024px) 23rem, 50vw',
    className: `aspect-[4/3] h-auto w-full ${framed}`,
  }
  return <PlacedImage file={file} to={to} place={place} />
}

/** A small image in a row of a list, uncropped. */
export function FileThumb({ file, to }: ImageProps) {
  const place = { ...sizeOf(file), sizes: '6rem', className: `aspect-[4/3] h-auto w-[4.5rem] sm:w-24 ${framed}` }
  return <PlacedImage file={file} to={to} place={{ ...place, around: 'shrink-0', isBare: true }} />
}

/** An image on its own page: as wide as the page, and never higher than the window, so that all of it can be seen at once. */
export function LargeImage({ file }: { file: ImageFile }) {
  const place = {
    ...sizeOf(file),
    sizes: '(min-width: 1216px) 1168px, 100vw',
    className: 'h-auto max-h-window max-w-full object-left print:max-h-none',
  }
  return <PlacedImage file={file} place={place} eager />
}

const sizeOf = ({ width, height }: ImageFile) => ({ width: width ?? MOST_HEIGHT, height: height ?? MOST_HEIGHT })

/** An image as a link to its page, where it has one; the words say so, since a picture alone does not look like a link. */
function Opening({
  to,
  around,
  isBare,
  children,
}: Pick<Place, 'around' | 'isBare'> & { to?: string; children: ReactNode }) {
  if (!to) return children
  return (
    <Link to={to} className={classes('block', around)}>
      {children}{' '}
      <span className={isBare ? 'sr-only' : 'no-print mt-2 flex items-center gap-2 font-bold'}>
        {!isBare && <Icon name="search" className="h-5 w-5 shrink-0" />}
        Open the picture
      </span>
    </Link>
  )
}

/** With its size, to avoid layout shifts, and from the smallest version that is sharp enough. */
function PlacedImage({
  file,
  to,
  eager,
  place: { className, around, isBare, ...place },
}: ImageProps & { place: Place }) {
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
    <Opening to={to} around={around} isBare={isBare}>
      <img
        ref={image}
        src={whole}
        srcSet={[...sources, `${whole} ${width}w`].join(', ')}
        {...place}
        alt={file.alt ?? file.title}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        onError={explain}
        className={classes('rounded-sm object-contain', className)}
      />
    </Opening>
  )
}
