import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { SMALL_WIDTHS } from '~/domain/files/kinds'
import { fetchWithTimeout, NoAnswerError } from '~/ui/browser/request-failure'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

/** Pictures at least this many times as high as wide, or as wide as high, are not shown whole at once: their text would be tiny. */
const LONG = 3

interface Size {
  width: number
  height: number
}

/** True for a screenshot of a whole page, for example. */
const isTall = ({ width, height }: Size) => height >= LONG * width

/** True for a panorama, for example. */
const isWide = ({ width, height }: Size) => width >= LONG * height

/** Maximum display height in pixels. */
const MAX_HEIGHT = 400

/** Fetches an image again to find out why it did not load, since img elements do not report it. */
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
  isEager?: boolean
}

const frameClass = 'border border-line bg-sand'

interface ImagePlacement {
  width: number
  height: number
  sizes: string
  className: string
  linkClass?: string
  /** Hides the link's text visually, because a nearby button says the same. */
  isLabelHidden?: boolean
}

/** An image within text, at most 400 px high; in print as large as the page. A tall one without a page of its own is as wide as that. */
export function FileImage({ file, ...rest }: ImageProps) {
  const { width, height } = getSize(file)
  const isWhole = !rest.to && isTall({ width, height })
  const scale = Math.min(1, MAX_HEIGHT / (isWhole ? width : height))
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const placement = {
    ...size,
    sizes: `(max-width: ${size.width}px) 100vw, ${size.width}px`,
    className: classes('h-auto max-w-full', !isWhole && 'max-h-image print:max-h-none', frameClass),
    linkClass: 'w-fit max-w-full',
    isLabelHidden: true,
  }
  return <ResponsiveImage file={file} {...rest} placement={placement} />
}

export function FileTile({ file, to }: ImageProps) {
  const placement = {
    ...getSize(file),
    sizes: '(min-width: 1024px) 23rem, 50vw',
    className: `aspect-[4/3] h-auto w-full ${frameClass}`,
  }
  return <ResponsiveImage file={file} to={to} placement={placement} />
}

/** A small uncropped image in a list row. */
export function FileThumbnail({ file, to }: ImageProps) {
  const placement = { ...getSize(file), sizes: '6rem', className: `aspect-[4/3] h-auto w-16 sm:w-24 ${frameClass}` }
  return (
    <ResponsiveImage file={file} to={to} placement={{ ...placement, linkClass: 'shrink-0', isLabelHidden: true }} />
  )
}

/**
 * An image on its own page: as wide as the page, but never higher than the window. The words of a long one could not be read: a tall one,
 * such as a screenshot of a whole page, is higher, and a wide one, such as a panorama, scrolls sideways.
 */
export function LargeImage({ file }: { file: ImageFile }) {
  const size = getSize(file)
  if (isWide(size)) return <WideImage file={file} size={size} />
  const placement = {
    ...size,
    sizes: '(min-width: 1216px) 1168px, 100vw',
    className: classes('h-auto max-w-full object-left', !isTall(size) && 'max-h-window print:max-h-none'),
  }
  return <ResponsiveImage file={file} placement={placement} isEager />
}

/** A wide image, at most 400 px high. In print it is as wide as the paper. */
function WideImage({ file, size }: { file: ImageFile; size: Pick<ImagePlacement, 'width' | 'height'> }) {
  const placement = {
    ...size,
    sizes: `${Math.round((Math.min(MAX_HEIGHT, size.height) * size.width) / size.height)}px`,
    className: 'h-auto w-auto max-h-image max-w-none print:max-w-full',
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
    <section aria-label={`${file.title}, a wide picture`} tabIndex={0} className="overflow-x-auto">
      <ResponsiveImage file={file} placement={placement} isEager />
    </section>
  )
}

const getSize = ({ width, height }: ImageFile) => ({ width: width ?? MAX_HEIGHT, height: height ?? MAX_HEIGHT })

/** Links an image to its page, if any. The link has a text, since a picture alone does not look like a link. */
function ImageLink({
  to,
  linkClass,
  isLabelHidden,
  children,
}: Pick<ImagePlacement, 'linkClass' | 'isLabelHidden'> & { to?: string; children: ReactNode }) {
  if (!to) return children
  return (
    <Link to={to} className={classes('block', linkClass)}>
      {children}{' '}
      <span className={isLabelHidden ? 'sr-only' : 'no-print mt-2 flex items-center gap-2 font-bold'}>
        {!isLabelHidden && <Icon name="search" className="h-5 w-5 shrink-0" />}
        Open the picture
      </span>
    </Link>
  )
}

/** An img with its size, to avoid layout shifts, and a srcset of smaller versions. */
function ResponsiveImage({
  file,
  to,
  isEager,
  placement: { className, linkClass, isLabelHidden, ...placement },
}: ImageProps & { placement: ImagePlacement }) {
  const [problem, setProblem] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  const { width } = getSize(file)
  const fullUrl = `${file.url}?inline`
  const sources = SMALL_WIDTHS.filter((small) => small < width).map((small) => `${fullUrl}&width=${small} ${small}w`)

  const explain = useCallback(() => void findLoadFailure(fullUrl).then(setProblem), [fullUrl])
  // The image may have failed before hydration.
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
    <ImageLink to={to} linkClass={linkClass} isLabelHidden={isLabelHidden}>
      <img
        ref={image}
        src={fullUrl}
        srcSet={[...sources, `${fullUrl} ${width}w`].join(', ')}
        {...placement}
        alt={file.alt ?? file.title}
        loading={isEager ? 'eager' : 'lazy'}
        decoding="async"
        onError={explain}
        className={classes('rounded-sm object-contain', className)}
      />
    </ImageLink>
  )
}
