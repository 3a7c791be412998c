// Beer–Lambert absorption by pure water at 650, 550 and 450 nm, 1/m [Pope97, table 3]. A tank of a metre would be as
// clear as glass, so it is drawn as deeper water: args.water.w times as strong.
const vec3 kAbsorption = vec3(0.340, 0.0565, 0.00922);

vec3 transmittance(float thickness) { return exp(-kAbsorption * (args.water.w * thickness)); }
