// The playground's tool of the page: the scene `page` calls it.

export const pickColour = {
  name: 'pick_colour',
  description: 'Asks the person for a colour.',
  parameters: {
    type: 'object',
    properties: { colour: { type: 'string', enum: ['teal', 'amber', 'plum'] } },
    required: ['colour'],
  },
  confirm: true,
  execute: ({ colour }) => `The colour is ${colour}.`,
};
