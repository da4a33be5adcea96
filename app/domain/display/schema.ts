import { z } from 'zod'
import { oneOf, tick } from '~/domain/rules'
import { contrasts, schemes, textSizes } from './display'

const CHOOSE = 'Please choose one of these.'

export const displaySettings = z.object({
  text: oneOf(textSizes, CHOOSE),
  contrast: oneOf(contrasts, CHOOSE),
  scheme: oneOf(schemes, CHOOSE),
  isPlain: tick(),
  hidesPictures: tick(),
  keepsMessages: tick(),
})
export type DisplayFields = z.output<typeof displaySettings>
