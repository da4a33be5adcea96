import { encode } from 'uqr'
import type { QrCode } from '~/ui/qr-picture'

export function createQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  // Each run of dark modules in a row is one bar.
  const bars = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { size, path: bars.join('') }
}
