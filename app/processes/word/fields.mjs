// Fields of a Word document (ISO/IEC 29500-1, 17.16): an instruction, and mostly a result, which is what the document shows.
import { findSymbol } from './symbols.mjs'
import { attribute, elementsIn, find, nameOf, readValue } from './xml.mjs'

const MAX_INSTRUCTION = 1000
/** The most elements after a field's beginning in which the rest of its instruction is looked for. */
const MAX_STEPS = 200
const EQUATION = /^\s*EQ\s/i
const SYMBOL_FIELD = /^\s*SYMBOL\s/i
const SYMBOL = /^\s*SYMBOL\s+(\d{1,7}|0x[\da-f]{1,6})\b/i
const SYMBOL_FONT = /\\f\s+(?:"([^"]*)"|(\S+))/i
const BUTTON = /^\s*(?:MACRO|GOTO)BUTTON\s/i
const BUTTON_WORDS = /^\s*\w+\s+\S+\s+(\S.*)$/

/** Follows the fields of a text: `removeInstructions` takes each run in the text's order, `endParagraph` the end of each paragraph. */
export function createFieldReader() {
  const open = []
  return {
    /** Removes what a run has within an instruction, such as the result of another field, which mammoth would show. */
    removeInstructions(run) {
      for (const child of Array.from(elementsIn(run))) {
        const name = nameOf(child)
        if (name === 'w:fldChar') {
          const type = attribute(child, 'w:fldCharType')
          if (type === 'begin') open.push({ isInstruction: true })
          else if (type === 'separate' && open.length > 0) open.at(-1).isInstruction = false
          else if (type === 'end') open.pop()
        } else if (name !== 'w:rPr' && name !== 'w:instrText' && open.some(({ isInstruction }) => isInstruction))
          run.removeChild(child)
      }
    },
    /** A field that never ends must not hide the rest. */
    endParagraph() {
      for (const field of open) field.isInstruction = false
    },
  }
}

export const isEquation = (instruction) => EQUATION.test(instruction)

/** What a field shows that has no result of its own: a symbol, or the words of a button; undefined for others. */
export function showInstruction(instruction) {
  const [, digits] = SYMBOL.exec(instruction) ?? []
  if (!digits) return BUTTON.test(instruction) ? BUTTON_WORDS.exec(instruction)?.[1].trim() : undefined
  const [, quoted, plain = ''] = SYMBOL_FONT.exec(instruction) ?? []
  const code = Number(digits)
  const sign = findSymbol(quoted ?? plain, code) ?? (code <= 0xffff ? String.fromCodePoint(code) : '')
  return /^\P{C}$/u.test(sign) ? sign : undefined
}

/**
 * The instruction that begins with this element and may go on in the next runs, and whether the field has a result; null for fields that
 * mammoth shows.
 */
export function readInstruction(element) {
  let instruction = element.textContent
  if (![EQUATION, SYMBOL_FIELD, BUTTON].some((pattern) => pattern.test(instruction))) return null
  let isResult = false
  let run = element.parentNode.nextSibling
  for (let step = 0; run && step < MAX_STEPS; step++, run = run.nextSibling) {
    if (nameOf(run) !== 'w:r') continue
    const type = attribute(find(run, 'w:fldChar'), 'w:fldCharType')
    if (type === 'end' || isResult) return { instruction, hasResult: type !== 'end' }
    if (type === 'separate') isResult = true
    else instruction += find(run, 'w:instrText')?.textContent ?? ''
  }
  return { instruction: instruction.slice(0, MAX_INSTRUCTION), hasResult: isResult }
}

/** The chosen entry of an old drop-down field, which Word does not write as text. */
export function readChoice(begin) {
  const list = find(begin, 'w:ffData', 'w:ddList')
  if (!list) return undefined
  const entries = Array.from(elementsIn(list)).filter((element) => nameOf(element) === 'w:listEntry')
  const chosen = readValue(list, 'w:result') ?? readValue(list, 'w:default') ?? 0
  return attribute(entries[Number(chosen)], 'w:val')
}
