// The views as src/render/views.def lists them.
const uint kFront = 1u, kSurface = 2u, kNormals = 3u, kThickness = 4u, kFoam = 5u, kSunThickness = 6u, kBehind = 7u,
           kWaterLight = 8u, kSolids = 9u, kTiles = 10u, kFoamKinds = 11u, kFoamLife = 12u, kDepth = 13u,
           kVisible = 14u, kSunMap = 15u, kSkyMap = 16u, kFloorLight = 17u;
