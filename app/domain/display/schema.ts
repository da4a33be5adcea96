import { z } from 'zod'
import { checkbox, choiceOf } from '~/domain/rules'
import { contrasts, schemes, textSizes } from './display'

const CHOOSE = 'Please choose one of these.'

export const displaySettings = z.object({
  text: choiceOf(textSizes, CHOOSE),
  contrast: choiceOf(contrasts, CHOOSE),
  scheme: choiceOf(schemes, CHOOSE),
  isPlain: checkbox(),
  hidesPictures: checkbox(),
  keepsMessages: checkbox(),
})
export type DisplayFields = z.output<typeof displaySettings>
