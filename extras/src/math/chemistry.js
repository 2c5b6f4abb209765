// Adds macros to Temml for chemical formulas, `\ce{…}`, and quantities with units, `\pu{…}`.

import 'temml/contrib/mhchem/mhchem.js';
