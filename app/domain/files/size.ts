/** A file's size in bytes for people to read: '240 kB', '1.2 MB'. */
export function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
