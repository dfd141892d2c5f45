import type { Template } from './template.ts'

/** Template for offices, schools and other buildings that a facility manager looks after. */
export const facilities: Template = {
  forms: [
    {
      name: 'Standard',
      fields: {
        name: { rule: 'required' },
        typeId: { rule: 'required' },
        priority: { rule: 'optional', default: 'NORMAL' },
        occurredAt: { rule: 'optional', default: 'now' },
        coordinates: { rule: 'hidden' },
      },
    },
    {
      name: 'Request',
      fields: {
        name: { rule: 'required' },
        description: { rule: 'required' },
        typeId: { rule: 'required' },
        priority: { rule: 'readOnly', default: 'MINOR' },
        occurredAt: { rule: 'hidden', default: 'now' },
        coordinates: { rule: 'hidden' },
      },
    },
    {
      name: 'Safety',
      fields: {
        name: { rule: 'required' },
        description: { rule: 'required' },
        typeId: { rule: 'required' },
        categoryId: { rule: 'required' },
        priority: { rule: 'optional', default: 'MAJOR' },
        occurredAt: { rule: 'required', default: 'now' },
      },
    },
  ],
  types: [
    { name: 'Heating and cooling', categories: ['Too cold', 'Too hot', 'Stuffy air', 'Noise'] },
    { name: 'Electrical', categories: ['Power cut', 'Socket or switch', 'Lighting', 'Emergency lighting'] },
    { name: 'Plumbing', categories: ['Leak', 'Blocked drain', 'No hot water', 'Toilet'] },
    { name: 'Lifts', categories: ['Out of order', 'Person trapped', 'Unusual noise'] },
    { name: 'Doors and access', categories: ['Door', 'Lock or key', 'Access card', 'Gate or barrier'] },
    { name: 'Roof, walls and floors', categories: ['Roof', 'Wall or ceiling', 'Floor', 'Window'] },
    {
      name: 'Fire safety',
      categories: ['Alarm fault', 'False alarm', 'Blocked escape route', 'Extinguisher'],
      form: 'Safety',
    },
    { name: 'Accident', categories: ['Slip or fall', 'Other injury', 'Near miss'], form: 'Safety' },
    {
      name: 'Security',
      categories: ['Break-in', 'Theft', 'Vandalism', 'Suspicious person'],
      form: 'Safety',
    },
    { name: 'Cleaning', categories: ['Spill', 'Toilet supplies', 'Missed cleaning'] },
    { name: 'Waste', categories: ['Bin full', 'Missed collection', 'Hazardous waste'] },
    { name: 'Pests', categories: ['Insects', 'Rodents', 'Birds'] },
    { name: 'Grounds and parking', categories: ['Path or paving', 'Trees and plants', 'Snow and ice', 'Parking'] },
    { name: 'Furniture and moves', categories: ['Broken furniture', 'Move', 'New furniture'], form: 'Request' },
  ],
  states: [
    { name: 'New', next: ['Scheduled', 'In progress', 'On hold', 'Resolved', 'Closed'] },
    { name: 'Scheduled', next: ['In progress', 'On hold', 'Resolved', 'Closed'] },
    { name: 'In progress', next: ['Scheduled', 'On hold', 'Resolved', 'Closed'] },
    { name: 'On hold', next: ['Scheduled', 'In progress', 'Resolved', 'Closed'] },
    { name: 'Resolved', next: ['In progress', 'Closed'] },
    { name: 'Closed', next: ['New'], isFinal: true },
  ],
}
