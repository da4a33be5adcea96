import { expect, test } from 'vitest'
import { getReadingGrade, splitSentences } from '~/domain/reading.server'
import { listTexts } from './reading'

test('texts that are separate on the screen are separate', () => {
  const html = `<main><h2>Notices</h2><ul><li>One</li><li>Two <a href="/x">links</a>, here.</li></ul>
    <p><b>Title</b>Its words<br>run\non.</p><label>Name<input placeholder="Áine"></label><img alt="A river"><script>1</script>
    <nav><a>Home</a><a>About</a></nav><pre>St Brigid’s\nQuay Lane</pre></main>`
  const lines =
    'Notices|One|Two links, here.|Title|Its words|run on.|Áine|Name|A river|Home|About|St Brigid’s|Quay Lane'
  expect(listTexts(html)).toEqual(lines.split('|'))
})

test('a label is not a sentence, and two sentences count as two', () => {
  expect(
    ['Email address', 'Come in. We open at 9:30!', 'Ring us', 'the files that you shared with us'].flatMap(
      splitSentences,
    ),
  ).toEqual(['Come in.', 'We open at 9:30!', 'the files that you shared with us'])
})

test.each([
  ['The cat sat on the mat.', -1.45],
  ['The Australian platypus is seemingly a hybrid of a mammal and reptilian creature.', 13.08],
])('%s', (sentence, grade) => expect(getReadingGrade([sentence])).toBeCloseTo(grade, 1))
