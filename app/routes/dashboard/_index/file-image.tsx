import { useCallback, useEffect, useRef, useState } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { SMALL_WIDTHS } from '~/domain/files/kinds'

/** Spec section 9: inline image maximum height. */
const MOST_HEIGHT = 400

/** Why an image did not load, in the words of spec section 8: asked again, since an img element does not say. */
async function reasonFor(url: string): Promise<string> {
  const answer = await fetch(url, { method: 'HEAD' }).catch(() => null)
  return answer?.redirected ? 'No authentication token' : `Failed to load image: ${answer?.status ?? 'no connection'}`
}

/** An image at the size it will have, so that nothing jumps when it comes, from the smallest version that is sharp enough. */
export function FileImage({ file }: { file: FileRecord }) {
  const [problem, setProblem] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  const width = file.width ?? MOST_HEIGHT
  const height = file.height ?? MOST_HEIGHT
  const scale = Math.min(1, MOST_HEIGHT / height)
  const shown = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const whole = `${file.url}?inline`
  const sources = SMALL_WIDTHS.filter((small) => small < width).map((small) => `${whole}&width=${small} ${small}w`)

  const explain = useCallback(() => void reasonFor(whole).then(setProblem), [whole])
  // It may have failed before the scripts came.
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
      sizes={`(max-width: ${shown.width}px) 100vw, ${shown.width}px`}
      width={shown.width}
      height={shown.height}
      alt={file.title}
      loading="lazy"
      decoding="async"
      onError={explain}
      className="h-auto max-h-image max-w-full rounded-sm border border-line bg-sand object-contain"
    />
  )
}
