export { AddPanel } from './add-panel'
export { TimetableRows } from './timetable-row'
