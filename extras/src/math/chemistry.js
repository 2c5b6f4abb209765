// Chemical formulas, `\ce{…}`, and quantities with units, `\pu{…}`: macros that importing this adds.

import 'temml/contrib/mhchem/mhchem.js';
