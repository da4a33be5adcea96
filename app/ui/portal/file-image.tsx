import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { SMALL_WIDTHS } from '~/domain/files/kinds'
import { fetchWithTimeout, NoAnswerError } from '~/ui/browser/request-failure'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

/** In pixels. */
const MAX_HEIGHT = 400

/** Finds out why an image did not load by fetching it again, since an img element does not say. */
async function findLoadFailure(url: string): Promise<string> {
  try {
    const { response } = await fetchWithTimeout(url, { method: 'HEAD' })
    return response.redirected ? 'No authentication token' : `Failed to load image: ${response.status}`
  } catch (error) {
    return `Failed to load image: ${error instanceof NoAnswerError ? error.status : 'no connection'}`
  }
}

/** File properties for an img element. The title replaces a missing `alt`. */
type ImageFile = Pick<FileRecord, 'url' | 'title' | 'width' | 'height'> & Partial<Pick<FileRecord, 'alt'>>

interface ImageProps {
  file: ImageFile
  to?: string
  /** Loads with the page, for printing: some browsers do not load lazy images when printing. */
  eager?: boolean
}

const frameClass = 'border border-line bg-sand'

interface ImagePlacement {
  width: number
  height: number
  sizes: string
  className: string
  around?: string
  /** Hides the link's text visually, because a nearby button says the same. */
  isBare?: boolean
}

/** An image within text, at most 400 px high; in print as large as the page. */
export function FileImage({ file, ...rest }: ImageProps) {
  const { width, height } = getSize(file)
  const scale = Math.min(1, MAX_HEIGHT / height)
  const shown = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const place = {
    ...shown,
    sizes: `(max-width: ${shown.width}px) 100vw, ${shown.width}px`,
    className: `h-auto max-h-image max-w-full print:max-h-none ${frameClass}`,
    around: 'w-fit max-w-full',
    isBare: true,
  }
  return <ResponsiveImage file={file} {...rest} place={place} />
}

/** An uncropped image in a grid of equal tiles. */
export function FileTile({ file, to }: ImageProps) {
  const place = {
    ...getSize(file),
    sizes: '(min-width: 1024px) 23rem, 50vw',
    className: `aspect-[4/3] h-auto w-full ${frameClass}`,
  }
  return <ResponsiveImage file={file} to={to} place={place} />
}

/** A small uncropped image in a list row. */
export function FileThumbnail({ file, to }: ImageProps) {
  const place = { ...getSize(file), sizes: '6rem', className: `aspect-[4/3] h-auto w-16 sm:w-24 ${frameClass}` }
  return <ResponsiveImage file={file} to={to} place={{ ...place, around: 'shrink-0', isBare: true }} />
}

/** An image on its own page: as wide as the page, but never higher than the window. */
export function LargeImage({ file }: { file: ImageFile }) {
  const place = {
    ...getSize(file),
    sizes: '(min-width: 1216px) 1168px, 100vw',
    className: 'h-auto max-h-window max-w-full object-left print:max-h-none',
  }
  return <ResponsiveImage file={file} place={place} eager />
}

const getSize = ({ width, height }: ImageFile) => ({ width: width ?? MAX_HEIGHT, height: height ?? MAX_HEIGHT })

/** Links an image to its page, if any, with a text, since a picture alone does not look like a link. */
function ImageLink({
  to,
  around,
  isBare,
  children,
}: Pick<ImagePlacement, 'around' | 'isBare'> & { to?: string; children: ReactNode }) {
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

/** An img with its size, to avoid layout shifts, and a srcset of smaller versions. */
function ResponsiveImage({
  file,
  to,
  eager,
  place: { className, around, isBare, ...place },
}: ImageProps & { place: ImagePlacement }) {
  const [problem, setProblem] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  const { width } = getSize(file)
  const whole = `${file.url}?inline`
  const sources = SMALL_WIDTHS.filter((small) => small < width).map((small) => `${whole}&width=${small} ${small}w`)

  const explain = useCallback(() => void findLoadFailure(whole).then(setProblem), [whole])
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
    <ImageLink to={to} around={around} isBare={isBare}>
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
    </ImageLink>
  )
}
