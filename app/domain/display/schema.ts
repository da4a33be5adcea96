import { z } from 'zod'
import { checkbox, choiceOf } from '~/domain/rules'
import { contrasts, schemes, textSizes } from './display'

const CHOOSE_ONE = 'Please choose one of these.'

export const displaySettings = z.object({
  text: choiceOf(textSizes, CHOOSE_ONE),
  contrast: choiceOf(contrasts, CHOOSE_ONE),
  scheme: choiceOf(schemes, CHOOSE_ONE),
  isPlain: checkbox(),
  hidesPictures: checkbox(),
  keepsMessages: checkbox(),
})
export type DisplayFields = z.output<typeof displaySettings>
