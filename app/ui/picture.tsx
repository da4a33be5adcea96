/**
 * One of the project's own drawings in public/pictures, by name. Without `alt` it only decorates and is silent to assistive
 * technology. Width and height are the file's own, so that nothing jumps when it loads.
 */
export function Picture({
  name,
  alt = '',
  width,
  height,
  className,
  eager = false,
}: {
  name: string
  alt?: string
  width: number
  height: number
  className?: string
  eager?: boolean
}) {
  return (
    <img
      src={`/pictures/${name}.svg`}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
    />
  )
}
