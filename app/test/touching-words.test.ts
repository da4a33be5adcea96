import { expect, test } from 'vitest'
import { findTouchingWords } from './touching-words'

test.each([
  ['<a>My Files</a><a>Riverbank Timetable</a>', ['My Files|Riverbank Timetable']],
  ['<span>Maura D.</span><span>Parent</span>', ['Maura D.|Parent']],
  ['<a><svg><path/></svg>Learn More</a><button type="button">Contact Us</button>', ['Learn More|Contact Us']],
  ['<b>Choir</b><input type="hidden"><span>(optional)</span>', ['Choir|(optional)']],
  ['<img src="a.svg" alt="The garden"><b>in May</b>', ['The garden|in May']],
  ['<a>Skip to the text</a><aside>A demonstration</aside>', ['Skip to the text|A demonstration']],
  ['Activities<span>×16</span>', ['Activities|×16']],
])('%s runs together', (html, places) => {
  expect(findTouchingWords(html)).toEqual(places)
})
