/** What no program could judge and a person did: what axe or the measure of colours says, and why it is right as it is. */
export const judged: { says: RegExp; because: string }[] = [
  {
    says: /(color-contrast(-enhanced)?: |on a picture: )<(h1|p)( class="[^"]*")?>.?(Student Portal|Secure access)/,
    because: 'White on the drawing of the river by night: judged.test.ts holds each of its colours to 7:1.',
  },
]
