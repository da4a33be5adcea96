const LEAVE_OUT =
  /^(?:please |pls )?(?:(?:to|should|must|can) (?:be )?)?(?:skip(?:ped)?|omit(?:ted)?|ignored?|drop(?:ped)?(?! ?-?(?:in|off|by|out)\b)|removed?|deleted?|excluded?|left out|leave (?:(?:him|her|them|this|that|it|me)(?: (?:row|line|one))? )?out|(?:do not|don't|dont) (?:add|import|include|use)|not (?:for import|to be (?:added|imported|included|used)))(?: (?:him|her|them|this|that|it|me))?(?: (?:row|line|entry|one|person|session|class|activity|address|e-?mail|account))?(?: please)?(?![a-z])/

/** True for a cell with only a cross, which may say no: 'x', '✗'. */
export const isCross = (text: string): boolean => /^(?:x|(?:[×✕✖✗✘❌❎☒]\ufe0f?)+)$/iu.test(text.trim())

/**
 * What follows 'skip', 'please leave out' or 'do not import this row' at the start of a text in plain small letters: '' for nothing.
 * Undefined for texts that do not say to leave something out.
 */
export function findTextAfterLeaveOut(plain: string): string | undefined {
  const [found] = LEAVE_OUT.exec(plain) ?? []
  return found === undefined ? undefined : plain.slice(found.length)
}
