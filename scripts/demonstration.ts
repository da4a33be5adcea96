// Draws the demonstration that the servers of tests and checks begin with, unless that is done: for scripts/test, while nothing else runs.
import { getDemonstration } from '../app/test/running'

await getDemonstration()
