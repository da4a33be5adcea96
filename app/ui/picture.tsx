import { useRootData } from './root-data'

/**
 * One of the project's own drawings in public/pictures, by name; decorative without `alt`. Width and height are the file's own, to
 * avoid layout shifts. Only a page's `first` is fetched at once, and only that for visitors who save data.
 */
export function Picture({
  name,
  alt = '',
  width,
  height,
  className,
  first,
}: {
  name: string
  alt?: string
  width: number
  height: number
  className?: string
  first?: boolean
}) {
  const saves = useRootData()?.saveData
  if (saves && !first) return null
  return (
    <img
      src={`/pictures/${name}.svg`}
      alt={alt}
      width={width}
      height={height}
      // The first is painted with the page, before the page's scripts are fetched.
      decoding={first ? 'sync' : 'async'}
      loading={first ? undefined : 'lazy'}
      className={className}
    />
  )
}
