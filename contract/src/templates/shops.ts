import type { Template } from './template.ts'

/** Template for supermarkets and other chains of shops. */
export const shops: Template = {
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
      name: 'Food safety',
      fields: {
        name: { rule: 'required' },
        typeId: { rule: 'required' },
        categoryId: { rule: 'required' },
        priority: { rule: 'optional', default: 'MAJOR' },
        occurredAt: { rule: 'optional', default: 'now' },
        coordinates: { rule: 'hidden' },
      },
    },
    {
      name: 'Accident or crime',
      fields: {
        name: { rule: 'required' },
        description: { rule: 'required' },
        typeId: { rule: 'required' },
        categoryId: { rule: 'required' },
        priority: { rule: 'optional', default: 'MAJOR' },
        occurredAt: { rule: 'required', default: 'now' },
        coordinates: { rule: 'hidden' },
      },
    },
  ],
  types: [
    { name: 'Refrigeration', categories: ['Too warm', 'Iced up', 'Leak', 'Alarm'], form: 'Food safety' },
    {
      name: 'Product quality',
      categories: ['Past its date', 'Foreign object', 'Damaged packaging', 'Recall'],
      form: 'Food safety',
    },
    { name: 'Deliveries', categories: ['Late', 'Incomplete', 'Damaged goods', 'Wrong temperature'] },
    { name: 'Tills and payments', categories: ['Till', 'Self-checkout', 'Card terminal', 'Receipt printer'] },
    { name: 'Shelves and prices', categories: ['Wrong price', 'Missing label', 'Damaged shelf'] },
    { name: 'Shop equipment', categories: ['Oven', 'Scales', 'Bottle return', 'Trolleys and baskets'] },
    { name: 'IT and phones', categories: ['No internet', 'Handheld scanner', 'Computer or printer', 'Phone'] },
    { name: 'Building', categories: ['Doors and shutters', 'Lighting', 'Heating and cooling', 'Water damage'] },
    { name: 'Cleaning and hygiene', categories: ['Spill', 'Pests', 'Toilets', 'Waste not collected'] },
    { name: 'Customer complaint', categories: ['Service', 'Product', 'Waiting time'] },
    { name: 'Accident', categories: ['Customer', 'Member of staff', 'Near miss'], form: 'Accident or crime' },
    {
      name: 'Theft and security',
      categories: ['Shoplifting', 'Break-in', 'Aggressive behaviour', 'Vandalism'],
      form: 'Accident or crime',
    },
  ],
  states: [
    { name: 'Open', next: ['In progress', 'Waiting for contractor', 'Resolved', 'Closed'] },
    { name: 'In progress', next: ['Open', 'Waiting for contractor', 'Resolved', 'Closed'] },
    { name: 'Waiting for contractor', next: ['In progress', 'Resolved', 'Closed'] },
    { name: 'Resolved', next: ['In progress', 'Closed'] },
    { name: 'Closed', next: ['Open'], isFinal: true },
  ],
}
